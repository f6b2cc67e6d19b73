import { useState } from 'react';
import { MESSAGES } from '#db/errors/messages.ts';
import type { RecallFor } from '#db/specimens/recall-results.ts';
import type { ShownResult, ShownResults } from '#db/specimens/shown-results.ts';
import { ActWindow } from '#pwa/ui/act-window.tsx';
import { Field } from '#pwa/ui/form/field.tsx';
import { Segmented } from '#pwa/ui/form/segmented.tsx';
import { TextArea } from '#pwa/ui/form/text-area.tsx';
import { errorText } from './error-text.ts';
import { type ResultsAct, type ResultsTarget, useResultsAct } from './use-results.ts';

interface ResultsWindowProps {
  target: ResultsTarget;
  results: ShownResults;
  /** Null is closed. */
  act: ResultsAct | null;
  rows: readonly ShownResult[];
  onClose(): void;
  onDone(): void;
}

const specimens = (count: number): string => (count === 1 ? '1 specimen' : `${count} specimens`);

/** What each act is called, and what is said when it is done. */
export const RESULTS_ACT: Record<ResultsAct, { title: string; done(count: number): string }> = {
  approve: { title: 'Approve results', done: (count) => `Results of ${specimens(count)} approved` },
  release: { title: 'Release results', done: (count) => `Results of ${specimens(count)} released` },
  recall: { title: 'Recall results', done: (count) => `Results of ${specimens(count)} recalled` },
};

const RECALL_FOR: readonly { value: RecallFor; label: string; follows: string }[] = [
  {
    value: 'CORRECTED_REPORT',
    label: 'Corrected report',
    follows:
      'Replace the wrong file among the files, have it approved where that is needed, and release the results again. The wrong file stays with the lab and is marked as superseded. No report from before the recall is given to customers again.',
  },
  {
    value: 'REPEATED_WORK',
    label: 'Repeated work',
    follows:
      'The specimen is reset; a lab or project manager then restarts it from the material that is left, or asks for a replacement.',
  },
];

/** What happens, in words, before it does. */
export function Explained({ act, results }: { act: ResultsAct; results: ShownResults }) {
  if (act === 'approve')
    return (
      <p>
        You have looked at {results.clinical ? 'the report of each' : 'the results of each'} and find them
        right. A {results.clinical ? 'report' : 'file'} that is added later is approved anew.
      </p>
    );
  if (act === 'release')
    return (
      <p>
        The customer sees and downloads them from now on, and is told by email
        {results.clinical ? ' at once' : ', as often as they chose'}. With the last specimen the order is
        ready to be billed and closed.
      </p>
    );
  return (
    <p>
      The customer cannot see or download them any more, nor files of the whole order, and is told by email at
      once not to use what was downloaded before.
    </p>
  );
}

/** Asks before results are approved, released or recalled; stays open with what was typed when it is refused. */
export function ResultsWindow({ target, results, act, rows, onClose, onDone }: ResultsWindowProps) {
  const [text, setText] = useState('');
  const [asked, setAsked] = useState(false);
  const [recallFor, setRecallFor] = useState<RecallFor>('CORRECTED_REPORT');
  // The last act stays drawn while the window closes.
  const [last, setLast] = useState<ResultsAct>('release');
  if (act !== null && act !== last) setLast(act);
  const sent = useResultsAct(target);
  const failed = rows.reduce((sum, { failedSamples }) => sum + failedSamples, 0);
  const asksText = last === 'recall' || (last === 'release' && failed > 0);
  const missing = asksText && text.trim() === '';
  const { title, done } = RESULTS_ACT[last];
  const leave = () => {
    setText('');
    setAsked(false);
    setRecallFor('CORRECTED_REPORT');
    sent.reset();
    onClose();
  };
  const confirm = () => {
    setAsked(true);
    if (missing) return;
    const said = text.trim();
    const data = last === 'recall' ? { recallFor, reason: said } : asksText ? { comment: said } : {};
    sent.mutate(
      { act: last, rows, data, done: done(rows.length) },
      {
        onSuccess: () => {
          leave();
          onDone();
        },
      },
    );
  };
  const [only] = rows;
  return (
    <ActWindow
      open={act !== null}
      act={title}
      of={rows.length === 1 && only ? only.customerSampleId : specimens(rows.length)}
      danger={last === 'recall'}
      busy={sent.isPending}
      problem={sent.error ? errorText(sent.error) : null}
      onConfirm={confirm}
      onClose={leave}
    >
      <Explained act={last} results={results} />
      {last === 'recall' &&
        (results.closed ? (
          <p>
            The order is closed: the report is corrected. Work that has to be repeated is ordered as a rework.
          </p>
        ) : (
          <Segmented<RecallFor>
            label="What follows"
            options={RECALL_FOR}
            value={recallFor}
            onChange={setRecallFor}
          />
        ))}
      {last === 'recall' && <p>{RECALL_FOR.find(({ value }) => value === recallFor)?.follows}</p>}
      {asksText && (
        <Field
          label={last === 'recall' ? 'Reason' : 'Why they hold'}
          required
          error={asked && missing ? MESSAGES.reasonRequired : null}
          hint={
            last === 'recall'
              ? 'Only the lab reads it.'
              : `${failed === 1 ? '1 sample' : `${failed} samples`} failed beside those that succeeded. Only the lab reads it.`
          }
        >
          {(control) => <TextArea {...control} value={text} onChange={setText} maxLength={1000} />}
        </Field>
      )}
    </ActWindow>
  );
}
