import{D as a}from"./chunk-NXE26GK3.js";a.arena().catch(()=>{});var{show:o}=await import("./show-IUHUUFRG.js");o();
