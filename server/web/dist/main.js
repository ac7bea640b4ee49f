import{F as t}from"./chunk-XLBNHCH2.js";var o=100,i=new Promise(e=>setTimeout(e,o));await Promise.race([t.started(),i]);var{show:s}=await import("./show-ZLOJYZN3.js");s();
