import { useState } from 'react';
import type { ContentProblem } from '#db/protocols/procedures/check-procedure.ts';
import { compareSections } from '#db/protocols/procedures/compare-procedures.ts';
import { ContentChanges, ContentComparison } from '#pwa/features/protocols/procedures/content-comparison.tsx';
import { countOf } from '#pwa/format/numbers.ts';
import { Button } from '#pwa/ui/button.tsx';
import { Notice } from '#pwa/ui/notice.tsx';
import { Time } from '#pwa/ui/time.tsx';
import type { EditorState } from './draft-editor.ts';

/** What keeps the draft from being submitted; each problem leads to its place. */
export function DraftProblems(props: { problems: readonly ContentProblem[]; onSelect(id: string): void }) {
  const { problems, onSelect } = props;
  if (problems.length === 0) return null;
  return (
    <details className="panel p-3">
      <summary className="flex min-h-control cursor-pointer items-center font-medium">
        {`${countOf(problems.length, 'problem')} before this version can be submitted`}
      </summary>
      <ul>
        {problems.map(({ message, fieldId, stepId, sectionId }) => {
          const id = fieldId ?? stepId ?? sectionId;
          return (
            <li key={`${id}-${message}`}>
              {id === null ? (
                message
              ) : (
                <button
                  type="button"
                  className="min-h-control text-left underline"
                  onClick={() => onSelect(id)}
                >
                  {message}
                </button>
              )}
            </li>
          );
        })}
      </ul>
    </details>
  );
}

/** Who else edits the draft, and what changed. */
export function ColleagueNotice({ state }: { state: EditorState }) {
  const { colleague, conflicts } = state;
  const [shows, setShows] = useState(false);
  if (!colleague || conflicts.length > 0) return null;
  const { before, after } = colleague;
  return (
    <Notice
      tone="info"
      title={`${colleague.name} edits this draft too`}
      action={<Button onClick={() => setShows(!shows)}>{shows ? 'Hide changes' : 'Show changes'}</Button>}
    >
      <p>
        Their changes from <Time value={colleague.at} /> are included. Nothing of yours was overwritten.
      </p>
      {shows &&
        (before.settings && after.settings ? (
          <ContentComparison
            from={{ settings: before.settings, sections: before.sections }}
            to={{ settings: after.settings, sections: after.sections }}
          />
        ) : (
          <ContentChanges changes={compareSections(before.sections, after.sections)} />
        ))}
    </Notice>
  );
}
