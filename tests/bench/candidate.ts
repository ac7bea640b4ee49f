/** One component on hourly bars. */
export const CANDIDATE = '{"marketId":1,"components":[{"strategyId":"yield-rsi"}]}';
