/** Works on elements one after the other; returns their outcomes. */
export async function inTurn<T, R>(
  elements: Iterable<T>,
  work: (element: T) => R | Promise<R>,
): Promise<R[]> {
  const outcomes: R[] = [];
  for (const element of elements) {
    outcomes.push(await work(element));
  }
  return outcomes;
}
