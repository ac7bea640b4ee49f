import{N as t,R as r,S as a}from"./chunk-XYFGCKRA.js";var i=()=>{};t().catch(i);await r()===null&&a.started().catch(i);
