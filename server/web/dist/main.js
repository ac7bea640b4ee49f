import{E as a}from"./chunk-X2NTFG5M.js";a.arena().catch(()=>{});var{show:o}=await import("./show-ZNV24TXW.js");o();
