import{E as t}from"./chunk-JOWIZIGR.js";var o=100,i=new Promise(e=>setTimeout(e,o));await Promise.race([t.started(),i]);var{show:s}=await import("./show-B462V22Y.js");s();
