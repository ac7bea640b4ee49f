import{M as t,Q as r,R as a}from"./chunk-ECT36JL6.js";var i=()=>{};t().catch(i);await r()===null&&a.started().catch(i);
