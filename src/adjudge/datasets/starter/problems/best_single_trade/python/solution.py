"""The largest gain of buying once and selling on the same or a later day."""


def best_single_trade(prices: list[int]) -> int:
    lowest = prices[0]
    best = 0
    for price in prices:
        lowest = min(lowest, price)
        best = max(best, price - lowest)
    return best
