import{E as a}from"./chunk-JOWIZIGR.js";a.arena().catch(()=>{});
