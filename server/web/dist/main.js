import{P as t,R as i}from"./chunk-ECT36JL6.js";var s=100;if(!t()){let e=new Promise(o=>setTimeout(o,s));await Promise.race([i.started(),e])}var{show:r}=await import("./show-CDCERTOD.js");r();
