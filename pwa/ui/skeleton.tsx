/** Gray lines in place of loading text. */
export function Skeleton({ lines = 3, label = 'Loading' }: { lines?: number; label?: string }) {
  return (
    <div role="status" aria-label={label} className="flex flex-col gap-2.5">
      {Array.from({ length: lines }, (_, line) => line).map((line) => (
        <span
          key={line}
          className="h-4 animate-pulse rounded-sm bg-sunken"
          style={{ width: `${94 - ((line * 17) % 40)}%` }}
        />
      ))}
    </div>
  );
}
