import{Q as t,S as i}from"./chunk-XYFGCKRA.js";var s=100;if(!t()){let e=new Promise(o=>setTimeout(o,s));await Promise.race([i.started(),e])}var{show:r}=await import("./show-C4HP6DWR.js");r();
