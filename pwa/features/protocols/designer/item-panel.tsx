import type { RefObject } from 'react';
import type { DraftField, DraftSection, DraftStep } from '#db/protocols/procedures/procedure-content.ts';
import type { Option } from '#pwa/ui/form/select.tsx';
import { Section } from '#pwa/ui/page.tsx';
import {
  findField,
  findSection,
  findStep,
  type ItemPath,
  patchField,
  patchSection,
  patchStep,
} from './draft-tree.ts';
import { FieldEditor } from './field-editor.tsx';
import { fieldNames, renameField, uniqueFieldName } from './new-items.ts';
import { operandOptions } from './operand-option.ts';
import { SectionEditor, StepEditor } from './section-editors.tsx';

/** What the editors offer of the lab: units, inventory types and types of equipment. */
interface LabChoices {
  units: readonly Option[];
  inventoryTypes: readonly Option[];
  equipmentTypes: readonly string[];
}

interface ItemPanelProps {
  sections: readonly DraftSection[];
  selected: ItemPath;
  choices: LabChoices;
  panel: RefObject<HTMLDivElement | null>;
  onEdit(change: (sections: readonly DraftSection[]) => DraftSection[], key: string): void;
}

/** A name follows its label until an author names the field differently. */
function relabel(sections: readonly DraftSection[], path: ItemPath, label: string): DraftSection[] {
  const field = findField(sections, path);
  const labeled = patchField(sections, path, { label });
  if (!field) return labeled;
  const names = fieldNames(sections);
  names.delete(field.name);
  const follows = field.name === '' || field.name === uniqueFieldName(names, field.label);
  return follows && label.trim() !== '' ? renameField(labeled, path, uniqueFieldName(names, label)) : labeled;
}

/** The editor of the selected section, step or field. */
export function ItemPanel({ sections, selected, choices, panel, onEdit }: ItemPanelProps) {
  const section = findSection(sections, selected.sectionId);
  const step = findStep(sections, selected);
  const field = findField(sections, selected);
  if (!section) return null;
  const keyOf = (patch: object): string =>
    `${field?.id ?? step?.id ?? section.id} ${Object.keys(patch).join()}`;
  const editor = field ? (
    <FieldEditor
      key={field.id}
      field={field}
      units={choices.units}
      inventoryTypes={choices.inventoryTypes}
      operands={
        field.type === 'CALCULATION'
          ? operandOptions(
              sections,
              section.id,
              field.id,
              new Map(choices.units.map(({ value, label }) => [value, label])),
            )
          : []
      }
      onLabel={(label) => onEdit((before) => relabel(before, selected, label), `${field.id} label`)}
      onName={(name) => onEdit((before) => renameField(before, selected, name), `${field.id} name`)}
      onChange={(patch: Partial<DraftField>) =>
        onEdit((before) => patchField(before, selected, patch), keyOf(patch))
      }
    />
  ) : step ? (
    <StepEditor
      key={step.id}
      step={step}
      onChange={(patch: Partial<DraftStep>) =>
        onEdit((before) => patchStep(before, selected, patch), keyOf(patch))
      }
      onPictures={(change) =>
        onEdit(
          (before) =>
            patchStep(before, selected, { pictures: change(findStep(before, selected)?.pictures ?? []) }),
          `${step.id} pictures`,
        )
      }
    />
  ) : (
    <SectionEditor
      key={section.id}
      section={section}
      equipmentTypes={choices.equipmentTypes}
      onChange={(patch) => onEdit((before) => patchSection(before, section.id, patch), keyOf(patch))}
    />
  );
  return (
    <div ref={panel}>
      <Section title={field ? 'Field' : step ? 'Step' : 'Section'}>{editor}</Section>
    </div>
  );
}
