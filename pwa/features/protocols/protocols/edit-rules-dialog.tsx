import { Plus, Trash2 } from 'lucide-react';
import { useState } from 'react';
import type { FlowRule } from '#db/protocols/protocols/protocol-content.ts';
import { SPECIMEN_TYPE, type SpecimenType } from '#db/specimens/specimen-material.ts';
import { errorText } from '#pwa/api/error-text.ts';
import { Button } from '#pwa/ui/button.tsx';
import { Dialog } from '#pwa/ui/dialog/dialog.tsx';
import { Checkbox } from '#pwa/ui/form/checkbox.tsx';
import { Field } from '#pwa/ui/form/field.tsx';
import { type Option, Select } from '#pwa/ui/form/select.tsx';
import { Notice } from '#pwa/ui/notice.tsx';
import { CheckGroup } from './edit-protocol-dialog.tsx';
import { useFlowOptions } from './new-protocol-dialog.tsx';

/** A rule while it is edited; its key tells it from the others. */
interface EditedRule {
  key: number;
  rule: FlowRule;
}

const EXTRACTED = ['yes', 'no'] as const;
const EXTRACTED_OPTIONS = [
  { value: 'yes', label: 'Extracted only' },
  { value: 'no', label: 'Not extracted only' },
] as const;

function RuleFields({
  number,
  rule,
  types,
  flows,
  onChange,
  onRemove,
}: {
  number: number;
  rule: FlowRule;
  types: readonly SpecimenType[];
  flows: readonly Option[];
  onChange(rule: FlowRule): void;
  onRemove(): void;
}) {
  const extracted = rule.extractedNucleicAcids === null ? '' : EXTRACTED[rule.extractedNucleicAcids ? 0 : 1];
  return (
    <fieldset className="flex flex-col gap-3 rounded-md border border-line p-3">
      <legend className="px-1 font-medium">{`Flow ${number}`}</legend>
      <Field label="Flow" required>
        {(control) => (
          <Select<string>
            {...control}
            value={rule.flowId}
            options={flows}
            onChange={(flowId) => onChange({ ...rule, flowId })}
          />
        )}
      </Field>
      <Checkbox
        value={rule.isDefault}
        label="Default: taken when no other flow fits"
        onChange={(isDefault) => onChange({ ...rule, isDefault })}
      />
      <Field label="Nucleic acids">
        {(control) => (
          <Select<'yes' | 'no'>
            {...control}
            value={extracted}
            options={EXTRACTED_OPTIONS}
            placeholder="Extracted or not"
            onChange={(value) =>
              onChange({ ...rule, extractedNucleicAcids: value === '' ? null : value === 'yes' })
            }
          />
        )}
      </Field>
      <fieldset>
        <legend className="mb-1 font-medium text-sm">Specimen types (none: any)</legend>
        <CheckGroup
          value={rule.specimenTypes}
          options={types}
          labels={SPECIMEN_TYPE}
          onChange={(specimenTypes) => onChange({ ...rule, specimenTypes })}
        />
      </fieldset>
      <Button icon={Trash2} onClick={onRemove}>
        {`Remove flow ${number}`}
      </Button>
    </fieldset>
  );
}

/** Changes which flows a draft takes, and for which specimens; exactly one of them is the default. */
export function EditRulesDialog({
  title,
  rules,
  types,
  research,
  onSave,
  onClose,
}: {
  title: string;
  rules: readonly FlowRule[];
  /** The specimen types that the protocol accepts. */
  types: readonly SpecimenType[];
  research: boolean;
  onSave(rules: FlowRule[]): Promise<unknown>;
  onClose(): void;
}) {
  const flows = useFlowOptions(
    research,
    rules.map(({ flowId }) => flowId),
  );
  const [edited, setEdited] = useState<readonly EditedRule[]>(rules.map((rule, key) => ({ key, rule })));
  const [problem, setProblem] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const change = (key: number, rule: FlowRule): void =>
    setEdited(
      edited.map((one) => {
        if (one.key === key) return { key, rule };
        // One flow is the default: choosing another one replaces it.
        return rule.isDefault ? { ...one, rule: { ...one.rule, isDefault: false } } : one;
      }),
    );
  const add = (): void =>
    setEdited([
      ...edited,
      {
        key: Math.max(-1, ...edited.map(({ key }) => key)) + 1,
        rule: { flowId: '', isDefault: edited.length === 0, specimenTypes: [], extractedNucleicAcids: null },
      },
    ]);
  const save = async (): Promise<void> => {
    if (edited.some(({ rule }) => rule.flowId === '')) return setProblem('Choose a flow in each part.');
    setBusy(true);
    try {
      await onSave(edited.map(({ rule }) => rule));
      onClose();
    } catch (error) {
      setProblem(errorText(error));
    } finally {
      setBusy(false);
    }
  };
  return (
    <Dialog
      open
      title={title}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button variant="primary" busy={busy} onClick={() => void save()}>
            Save draft
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-4">
        {problem && <Notice tone="danger" title={problem} />}
        {edited.map(({ key, rule }, index) => (
          <RuleFields
            key={key}
            number={index + 1}
            rule={rule}
            types={types}
            flows={flows}
            onChange={(next) => change(key, next)}
            onRemove={() => setEdited(edited.filter((one) => one.key !== key))}
          />
        ))}
        <Button icon={Plus} onClick={add}>
          Add flow
        </Button>
      </div>
    </Dialog>
  );
}
