/** Works on one after the other; gives what came of each. */
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
