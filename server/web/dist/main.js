import{E as a}from"./chunk-GGQI3ASO.js";a.arena().catch(()=>{});var{show:o}=await import("./show-5EPZ2XJG.js");o();
