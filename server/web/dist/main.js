import{E as a}from"./chunk-GGQI3ASO.js";a.arena().catch(()=>{});var{show:o}=await import("./show-RFYSLY23.js");o();
