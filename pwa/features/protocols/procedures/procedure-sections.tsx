import { Clock, TriangleAlert } from 'lucide-react';
import { fieldFacts, type LabNames } from '#db/protocols/procedures/field-facts.ts';
import type { DraftStep, ProcedureSections } from '#db/protocols/procedures/procedure-content.ts';
import { StepPictures } from '#pwa/features/protocols/values/step-pictures.tsx';
import { countOf } from '#pwa/format/numbers.ts';
import { Badge } from '#pwa/ui/badge.tsx';
import { Section } from '#pwa/ui/page.tsx';

function StepView({ step, number, names }: { step: DraftStep; number: number; names: LabNames }) {
  return (
    <li className="flex flex-col gap-1 py-3">
      <p className="font-medium">{`${number}. ${step.title || 'Untitled step'}`}</p>
      {step.instructions && <p className="max-w-prose whitespace-pre-line">{step.instructions}</p>}
      {step.caution && (
        <p className="flex items-start gap-2 text-sm">
          <TriangleAlert aria-hidden size={16} className="mt-0.5 shrink-0" />
          {step.caution}
        </p>
      )}
      <StepPictures pictures={step.pictures} />
      {step.timerSeconds !== null && (
        <p className="flex items-center gap-2 text-ink-soft text-sm">
          <Clock aria-hidden size={16} />
          {`Timer: ${Math.round(step.timerSeconds / 60)} min`}
        </p>
      )}
      {step.fields.length > 0 && (
        <ul className="mt-1 flex flex-col gap-1">
          {step.fields.map((field) => (
            <li key={field.id} className="flex flex-wrap gap-x-3 border-line border-l-2 pl-3">
              <span className="font-medium">{field.label || field.name}</span>
              <span className="text-ink-soft text-sm">{fieldFacts(field, names)}</span>
            </li>
          ))}
        </ul>
      )}
    </li>
  );
}

/** The sections of a version with their steps, as they are read at the bench. */
export function ProcedureSectionsView({ sections, names }: { sections: ProcedureSections; names: LabNames }) {
  if (sections.length === 0)
    return (
      <Section title="Sections">
        <p className="text-ink-soft">No sections yet.</p>
      </Section>
    );
  return sections.map((section, index) => (
    <Section key={section.id} title={`${index + 1}. ${section.name || 'Untitled section'}`}>
      <div className="mb-2 flex flex-wrap gap-2">
        <Badge>{countOf(section.steps.length, 'step')}</Badge>
        {section.requiresSignature && <Badge>Signed</Badge>}
        {section.requiresReview && <Badge>Reviewed by a second person</Badge>}
        {section.equipmentTypeRequired.map((type) => (
          <Badge key={type}>{type}</Badge>
        ))}
      </div>
      {section.instructions && <p className="max-w-prose whitespace-pre-line">{section.instructions}</p>}
      <ol className="divide-y divide-line">
        {section.steps.map((step, at) => (
          <StepView key={step.id} step={step} number={at + 1} names={names} />
        ))}
      </ol>
    </Section>
  ));
}
