// This module is browser compatible.
// deno-fmt-ignore-file
// By deno task datasets:official defaults; the words are read by server/web/views/board/shipped.ts.

/** The strategies at their defaults, in the order of the words. */
export const STRATEGIES = "yield-rsi yield-macd yield-sma-cross yield-ema-trend yield-bollinger yield-donchian yield-kama yield-stochastic yield-keltner yield-tsmom pull-to-par-hold discount-threshold discount-zscore maturity-ramp par-path-residual carry-to-cost implied-underlying-spread spread-zscore fixed-floating-breakeven underlying-lead cointegration-residual cash-floor-excess roll-down-capture term-slope carry-roll-score duration-vol-target forward-rate-value expiry-week-fade pool-imbalance tvl-trend volume-surge-fade amihud-gate depth-scaled-carry turnover-carry";
/** Verdicts by the begin of the dataset's hash. */
export const DEFAULT_VERDICTS: Readonly<Record<string, string>> = {
  "211ec402a05b": "119 -44,34,-28 -403,49,-292 -445,50,-264 -808,66,-479 -334,40,-175 -474,59,-188 -482,76,-498 -200,28,-69 -403,38,-260 -329,29,-164 0,10,-21,h 57,23,16,h,.000044622,.0012126 -333,34,-140 -89,13,22 -352,30,-188 15,24,-24,h 2,29,-9 -269,41,-251 -55,31,-21 -212,37,-179 -251,26,15 33,22,-25,h,.0070841,.00018931 -57,24,-21 -29,30 -67,21,-50 -47,23,-38 45,32,,,.010774,.0018592 -128,3,-31 -8,35,20 -54,23,-88 -517,36 -147,39 0,10,-21,h -98,26",
  "79c370e5e02b": "133 -66,31,-28 -422,49,-292 -421,46,-264 -595,59,-479 -272,38,-175 -451,49,-188 -703,62,-498 -231,31,-69 -280,40,-260 -353,34,-164 -2,5,-21,h 51,25,16,h,.0005393,.0023126 -248,38,-140 -100,13,22 -301,28,-188 17,19,-24,h,.07247,.0025583 3,30,-9 -229,46,-251 -35,30,-21 -189,37,-179 -212,27,15 27,19,-25,h,.010843,.000075708 -37,25,-21 -31,32 -68,23,-50 -56,21,-38 40,31,,,.0176,.0019439 -141,3,-31 -31,36,20 -41,22,-88 -354,32 -151,33 -2,5,-21,h -88,24",
  "5cccbcec092a": "197 -105,36 -600,90 -654,58 -1293,84 -564,37 -590,66 -773,109 -158,36 -573,31 -403,29 -8,0,,h 15,12,,,.019068,.015874 -586,32 -145,17 -550,35 -76,41 -22,13 -464,33 -109,28 -270,39 -434,35 -1,13 -34,22,,h - -73,27 -69,19 - -198,6 -37,26,,h -75,26 -559,45 -273,40 -8,0,,h -167,25",
  "ab7e5a1e6b6a": "204 -112,35 -624,77 -658,50 -1046,72 -363,29 -516,44 -1050,67 -252,38 -367,32 -451,24 -8,0,,h 23,16,,,.0084557,.019684 -407,29 -150,17 -412,29 -38,27 1,18 -336,28 -60,20 -231,40 -333,25 3,15 -67,25 - -85,28 -93,22 - -209,5 -23,25,,h -65,26,,h -388,30 -290,40 -8,0,,h -157,24",
  "e1bef2ad1bd0": "101 -49,21 -742,69 -737,43 -1475,103 -745,41 -534,45 -754,123 -151,21 -765,38 -336,20 -26,13,,h 36,25,,h,.0084891,.015368 -803,46 -85,7 -755,43 -53,49,,h -3,17 -638,45 -202,56 -249,34 -534,51 13,20 -26,9 - -34,17 -23,16 - -110,2 -87,20 -425,32 -622,40 -286,50 -34,13 -147,51",
  "7c861e88bf81": "107 -55,22 -700,65 -702,48 -1133,86 -420,29 -479,42 -1132,84 -272,23 -398,24 -409,20 -21,9,,h 40,27,,h,.0076896,.022427 -497,36 -90,7 -480,35 -17,31,,h 12,17,,,.1188,.000033772 -405,28 -107,33 -246,31 -337,32 11,18 -30,8 - -46,20 -40,18 - -111,2 -68,22 -358,33 -381,40 -264,48 -28,9 -111,35",
};
/** How well edges and scores of the defaults predict the order on real maturities, by Spearman. */
export const AGREEMENT = {"strategies":29,"maturities":4,"days":208,"byEdge":0.83,"byScore":0.57} as const;
