import{N as t,R as r,S as a}from"./chunk-CGMG6ZUR.js";var i=()=>{};t().catch(i);await r()===null&&a.started().catch(i);
