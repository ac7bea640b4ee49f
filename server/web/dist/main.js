import{Q as t,S as i}from"./chunk-CGMG6ZUR.js";var s=100;if(!t()){let e=new Promise(o=>setTimeout(o,s));await Promise.race([i.started(),e])}var{show:r}=await import("./show-7APXVXHL.js");r();
