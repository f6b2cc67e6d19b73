import { CircleCheck, CircleX } from 'lucide-react';
import type { HashCheck } from '#db/sequencing/runs/hash-check.ts';
import type { ShownRun } from '#db/sequencing/runs/shown-run.ts';
import { countOf } from '#pwa/format/numbers.ts';
import { Section } from '#pwa/ui/page.tsx';

const PROBLEM_TEXT = { different: 'differs from its hash', missing: 'is missing' } as const;

function summaryOf({ listed, checked, different, missing }: HashCheck): string {
  const unread = listed - checked - missing;
  return [
    `${countOf(checked, 'file')} of ${listed} compared with their hashes`,
    different > 0 ? `${different} different` : 'none different',
    missing > 0 && `${missing} missing`,
    unread > 0 && `${unread} with reads and signals left out`,
  ]
    .filter(Boolean)
    .join(', ');
}

/** Whether the files of a run were copied whole. */
export function RunChecks({ run: { hashCheck } }: Pick<ShownRun, 'run'>) {
  const isBad = hashCheck !== null && hashCheck.different + hashCheck.missing > 0;
  const Icon = isBad ? CircleX : CircleCheck;
  return (
    <Section title="Checks">
      {hashCheck === null ? (
        <p className="text-ink-soft">No list of hashes was among the files.</p>
      ) : (
        <div className="flex flex-col gap-2">
          <p data-tone={isBad ? 'danger' : 'success'} className="flex items-start gap-2 text-tone-ink">
            <Icon aria-hidden size={18} className="mt-0.5 shrink-0" />
            {`${summaryOf(hashCheck)}.`}
          </p>
          {hashCheck.examples.length > 0 && (
            <ul className="flex flex-col gap-1 text-sm">
              {hashCheck.examples.map(({ path, problem }) => (
                <li key={path} className="wrap-anywhere">
                  <span className="code">{path}</span> {PROBLEM_TEXT[problem]}
                </li>
              ))}
            </ul>
          )}
        </div>
      )}
    </Section>
  );
}
