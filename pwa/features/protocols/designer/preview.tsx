import { RotateCcw } from 'lucide-react';
import { useMemo, useState } from 'react';
import type { DraftSection } from '#db/protocols/procedures/procedure-content.ts';
import { computeDisplayValues } from '#pwa/features/protocols/values/display-values.ts';
import { StepCard } from '#pwa/features/protocols/values/step-card.tsx';
import { Button } from '#pwa/ui/button.tsx';
import { Segmented } from '#pwa/ui/form/segmented.tsx';
import { Section } from '#pwa/ui/page.tsx';
import { PreviewFrame, type PreviewSize } from './preview-frame.tsx';
import type { PreviewLab, PreviewSample } from './preview-run.ts';
import { DecimalSetting } from './setting-inputs.tsx';
import { usePreview } from './use-preview.ts';

const SIZES = [
  { value: 'HANDHELD', label: 'Handheld' },
  { value: 'DESKTOP', label: 'Desktop' },
] as const;

const QUANTITIES = [
  { name: 'extractedConcentration', label: 'Concentration', unit: 'ng/µL' },
  { name: 'remainingVolume', label: 'Volume', unit: 'µL' },
  { name: 'fragmentLength', label: 'Length', unit: 'bp' },
] as const satisfies readonly { name: keyof PreviewSample; label: string; unit: string }[];

interface SampleQuantitiesProps {
  samples: readonly PreviewSample[];
  onChange(at: number, change: Partial<PreviewSample>): void;
}

/** The quantities of the made-up samples, with which calculations and balancing are tried. */
function SampleQuantities({ samples, onChange }: SampleQuantitiesProps) {
  return (
    <details className="rounded-md border border-line">
      <summary className="flex min-h-control cursor-pointer items-center px-3 font-medium">
        Made-up samples
      </summary>
      <div className="flex flex-col gap-3 p-3">
        {samples.map((sample, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a made-up sample is its place
          <fieldset key={at}>
            <legend className="font-medium">{`Sample ${at + 1}`}</legend>
            <div className="grid gap-2 sm:grid-cols-3">
              {QUANTITIES.map(({ name, label, unit }) => (
                <DecimalSetting
                  key={name}
                  label={label}
                  unit={unit}
                  value={sample[name]}
                  onChange={(value) => value !== null && Number(value) > 0 && onChange(at, { [name]: value })}
                />
              ))}
            </div>
          </fieldset>
        ))}
      </div>
    </details>
  );
}

interface PreviewProps {
  lab: PreviewLab;
  sections: readonly DraftSection[];
  sectionId: string | null;
}

/** The section as the bench sees it, with made-up samples: values are checked and calculated, and stored nowhere. */
export function Preview({ lab, sections, sectionId }: PreviewProps) {
  const [size, setSize] = useState<PreviewSize>('HANDHELD');
  const { view, recording, samples, changeSample, clear } = usePreview(lab, sections, sectionId ?? '');
  const values = useMemo(() => (view ? computeDisplayValues(view) : null), [view]);
  return (
    <Section
      title="Preview"
      actions={
        <Segmented<PreviewSize>
          label="Width of the preview"
          options={SIZES}
          value={size}
          onChange={setSize}
        />
      }
    >
      {view && values ? (
        <div className="flex flex-col gap-3">
          <SampleQuantities samples={samples} onChange={changeSample} />
          <PreviewFrame size={size} title={`Preview of ${view.run.running.section.name}`}>
            <div className="flex flex-col gap-3">
              <h2 className="font-semibold text-xl">{view.run.running.section.name}</h2>
              {view.run.running.section.instructions && (
                <p className="max-w-prose whitespace-pre-line">{view.run.running.section.instructions}</p>
              )}
              {view.steps.map((step) => (
                <StepCard
                  key={step.id}
                  view={view}
                  step={step}
                  fields={view.run.own.filter(({ stepId }) => stepId === step.id)}
                  values={values}
                  recording={recording}
                  onActive={() => undefined}
                  onTick={() => undefined}
                  onProposeFailure={() => undefined}
                />
              ))}
              {view.steps.length === 0 && <p className="text-ink-soft">This section has no steps yet.</p>}
            </div>
          </PreviewFrame>
          <Button icon={RotateCcw} onClick={clear}>
            Clear typed values
          </Button>
        </div>
      ) : (
        <p className="text-ink-soft">Add a section to see how the bench will show it.</p>
      )}
    </Section>
  );
}
