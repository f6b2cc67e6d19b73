interface LogActorProps {
  name: string;
  detail?: string | null;
  /** Shows only what this person did; absent for the system. */
  onOnly?: (() => void) | undefined;
}

/** Who it was; one touch shows only that person's entries. */
export function LogActor({ name, detail, onOnly }: LogActorProps) {
  return (
    <div>
      {onOnly ? (
        <button
          type="button"
          onClick={onOnly}
          aria-label={`Only ${name}`}
          className="inline-flex min-h-11 items-center text-left md:min-h-6 underline decoration-line-strong underline-offset-2"
        >
          {name}
        </button>
      ) : (
        name
      )}
      {detail && <div className="text-ink-soft text-xs">{detail}</div>}
    </div>
  );
}
