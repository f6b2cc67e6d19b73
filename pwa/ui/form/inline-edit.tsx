import { Pencil } from 'lucide-react';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { z } from 'zod';
import { Button } from '#pwa/ui/button.tsx';
import { Form, SubmitButton } from './form.tsx';
import { fieldOf } from './schema-field.tsx';

interface InlineEditProps {
  /** The name of the fact, for the button: "Volume left". */
  label: string;
  /** The stored value as it is typed. */
  value: string;
  /** The fact as it is read. */
  children: ReactNode;
  /** The schema of the field, with its label, unit and limits. */
  field: z.ZodType<string, string>;
  /** Runs the operation; what it throws is shown at the field. */
  onSave(value: string): Promise<unknown>;
}

/** A fact that is edited in its place: Enter saves, Escape cancels. */
export function InlineEdit({ label, value, children, field, onSave }: InlineEditProps) {
  const [editing, setEditing] = useState(false);
  const place = useRef<HTMLSpanElement>(null);
  const wasEditing = useRef(false);
  useEffect(() => {
    const target = place.current?.querySelector<HTMLElement>(editing ? 'input' : 'button');
    if (editing || wasEditing.current) target?.focus();
    if (editing && target instanceof HTMLInputElement) target.select();
    wasEditing.current = editing;
  }, [editing]);
  return (
    <span ref={place} className="block">
      {editing ? (
        // biome-ignore lint/a11y/noStaticElementInteractions: Escape leaves the form, wherever the focus is in it
        <span
          className="block"
          onKeyDown={(event) => {
            if (event.key !== 'Escape') return;
            event.stopPropagation();
            setEditing(false);
          }}
        >
          <InlineForm
            field={field}
            value={value}
            onSave={async (next) => {
              if (next !== value) await onSave(next);
              setEditing(false);
            }}
            onCancel={() => setEditing(false)}
          />
        </span>
      ) : (
        <span className="flex items-center gap-1">
          {children}
          <button
            type="button"
            aria-label={`Edit ${label.toLowerCase()}`}
            title={`Edit ${label.toLowerCase()}`}
            onClick={() => setEditing(true)}
            className="-my-2 inline-grid size-control shrink-0 place-items-center rounded-md text-ink-soft hover:bg-hover hover:text-ink"
          >
            <Pencil aria-hidden size={15} />
          </button>
        </span>
      )}
    </span>
  );
}

const TextForm = z.object({ value: z.string() });
const ValueField = fieldOf<typeof TextForm>();

interface InlineFormProps {
  field: z.ZodType<string, string>;
  value: string;
  onSave(value: string): Promise<void>;
  onCancel(): void;
}

function InlineForm({ field, value, onSave, onCancel }: InlineFormProps) {
  const [schema] = useState(() => z.object({ value: field }));
  return (
    <Form
      schema={schema}
      defaults={{ value }}
      onSubmit={({ value: text }) => onSave(text)}
      // The end of a scan presses nothing, see the guard of forms.
      enterSubmits
      className="flex flex-col gap-2"
    >
      <ValueField name="value" />
      <span className="flex gap-2">
        <SubmitButton>Save</SubmitButton>
        <Button onClick={onCancel}>Cancel</Button>
      </span>
    </Form>
  );
}
