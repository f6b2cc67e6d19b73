interface LogActorProps {
  name: string;
  detail?: string | null;
  /** Filters by this user; absent for the system. */
  onOnly?: (() => void) | undefined;
}

/** The user of an entry; a press filters by that user. */
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
