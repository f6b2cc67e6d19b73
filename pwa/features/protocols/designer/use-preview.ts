import { useMemo, useState } from 'react';
import { ulid } from 'ulid';
import type { DraftSection } from '#db/protocols/procedures/procedure-content.ts';
import { valueKey } from '#db/protocols/values/current-values.ts';
import type { FieldValue } from '#db/protocols/values/field-value.ts';
import type { SectionView } from '#pwa/features/protocols/sections/section-view.ts';
import type { EnteredValue, RecordingResult } from '#pwa/features/protocols/values/entered-value.ts';
import { toPendingText } from '#pwa/features/protocols/values/use-judge-values.ts';
import type { RecordValues } from '#pwa/features/protocols/values/use-record-values.ts';
import {
  buildPreview,
  PREVIEW_SAMPLES,
  type PreviewLab,
  type PreviewSample,
  recordPreview,
} from './preview-run.ts';

type Texts = RecordValues['pendingTexts'];

/** The values that were typed into a preview: those that count, and those that the bench would refuse. */
interface TypedValues {
  values: ReadonlyMap<string, FieldValue>;
  pendingTexts: Texts;
}

function recordAll(
  lab: PreviewLab,
  view: SectionView,
  before: TypedValues,
  entries: readonly EnteredValue[],
): { typed: TypedValues; result: RecordingResult } {
  const values = new Map(before.values);
  const pendingTexts = new Map(before.pendingTexts);
  let problem: string | null = null;
  let rejectedCount = 0;
  for (const entry of entries) {
    const field = view.run.own.find(({ id }) => id === entry.fieldId);
    if (!field) continue;
    const key = valueKey(entry.fieldId, entry.rowId);
    pendingTexts.delete(key);
    if (entry.text.trim() === '') {
      values.delete(key);
      continue;
    }
    const recorded = recordPreview(lab, field, entry, ulid());
    if (recorded.problem === null) {
      values.set(key, recorded.value);
      continue;
    }
    problem ??= recorded.problem;
    rejectedCount += 1;
    pendingTexts.set(...toPendingText(entry, recorded.problem));
  }
  return {
    typed: { values, pendingTexts },
    result: { problem, warning: null, rejectedCount, outcome: 'recorded' },
  };
}

/** Run a section of a draft on this page only: typed values are checked and calculated like at the bench. */
export function usePreview(lab: PreviewLab, sections: readonly DraftSection[], sectionId: string) {
  const [samples, setSamples] = useState(PREVIEW_SAMPLES);
  const [typed, setTyped] = useState<TypedValues>({ values: new Map(), pendingTexts: new Map() });
  const view = useMemo(
    () => buildPreview(lab, sections, sectionId, samples, [...typed.values.values()]),
    [lab, sections, sectionId, samples, typed],
  );
  const recording: RecordValues = {
    pendingTexts: typed.pendingTexts,
    record: (entries) => {
      if (!view) return Promise.resolve({ problem: null, warning: null, rejectedCount: 0, outcome: 'same' });
      const { typed: next, result } = recordAll(lab, view, typed, entries);
      setTyped(next);
      return Promise.resolve(result);
    },
    correction: null,
    openQuestion: () => null,
    correct: () => Promise.resolve(false),
    leaveCorrection: () => undefined,
    takeOff: (lot) => {
      const values = new Map(typed.values);
      values.delete(valueKey(lot.fieldId, lot.sampleId));
      setTyped({ ...typed, values });
      return Promise.resolve();
    },
    take: () => Promise.resolve(),
    forget: () => undefined,
    feedback: null,
    showFeedback: () => undefined,
  };
  return {
    view,
    recording,
    samples,
    changeSample: (at: number, change: Partial<PreviewSample>) =>
      setSamples(samples.map((sample, index) => (index === at ? { ...sample, ...change } : sample))),
    clear: () => setTyped({ values: new Map(), pendingTexts: new Map() }),
  };
}
