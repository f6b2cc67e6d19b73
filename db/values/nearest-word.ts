function distance(a: string, b: string): number {
  let before = Array.from({ length: b.length + 1 }, (_, n) => n);
  for (let i = 1; i <= a.length; i++) {
    const now = [i];
    for (let j = 1; j <= b.length; j++) {
      const swap = (before[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1);
      now.push(Math.min(swap, (before[j] ?? 0) + 1, (now[j - 1] ?? 0) + 1));
    }
    before = now;
  }
  return before[b.length] ?? 0;
}

/**
 * Return the word that was probably meant: one that contains the text, or differs in few letters; null when
 * none is near.
 */
export function nearest(input: string, candidates: readonly string[]): string | null {
  if (input === '' || input.length > 60) return null;
  const part =
    input.length >= 3 ? candidates.find((each) => each.includes(input) || input.includes(each)) : undefined;
  if (part) return part;
  const ranked = candidates
    .map((each) => ({ each, far: distance(input, each) }))
    .sort((a, b) => a.far - b.far);
  const best = ranked[0];
  return best && best.far <= Math.max(1, Math.floor(Math.max(input.length, best.each.length) * 0.4))
    ? best.each
    : null;
}
