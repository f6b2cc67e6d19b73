import { PenLine } from 'lucide-react';
import { useEffect, useState } from 'react';
import {
  AttestationForm as Form,
  Icd10Code,
  type Indication,
  indicationOf,
  STATEMENT_VERSION,
  STATEMENTS,
} from '#db/ordering/drafts/clinical-attestation.ts';
import type { ShownDraft } from '#db/ordering/drafts/shown-draft.ts';
import type { Icd10Entry } from '#db/patients/icd10-codes.ts';
import { errorText } from '#pwa/api/error-text.ts';
import { PatientName } from '#pwa/features/ordering/manifest/patient-picker.tsx';
import { useSession } from '#pwa/replica/session/session.ts';
import { Button } from '#pwa/ui/button.tsx';
import { toast } from '#pwa/ui/dialog/toast.tsx';
import { Checkbox } from '#pwa/ui/form/checkbox.tsx';
import { Combobox } from '#pwa/ui/form/combobox.tsx';
import { Field } from '#pwa/ui/form/field.tsx';
import { TextInput } from '#pwa/ui/form/text-input.tsx';
import { Notice } from '#pwa/ui/notice.tsx';
import { Time } from '#pwa/ui/time.tsx';
import { problemsAt, type StepProps } from './wizard-steps.ts';

type StatementName = keyof typeof STATEMENTS;
const STATEMENT_NAMES: readonly StatementName[] = ['consent', 'necessity'];

/** The patients of the saved rows, each once; rows whose patient is hidden from this user are left out. */
function patientsOf({ requisitions }: ShownDraft): { id: string; recordNumber: string }[] {
  const patients = new Map<string, string>();
  for (const { patientId, patientMrn } of requisitions)
    if (patientId !== null && patientMrn !== null) patients.set(patientId, patientMrn);
  return [...patients].map(([id, recordNumber]) => ({ id, recordNumber }));
}

/** The bundled codes, loaded with the first clinical order. */
function useCodes(): readonly Icd10Entry[] {
  const [codes, setCodes] = useState<readonly Icd10Entry[]>([]);
  useEffect(() => {
    let isShown = true;
    import('#db/patients/icd10-codes.ts').then(
      ({ ICD10_CODES }) => isShown && setCodes(ICD10_CODES),
      // Without the list an indication is typed.
      () => undefined,
    );
    return () => {
      isShown = false;
    };
  }, []);
  return codes;
}

interface IndicationFieldsProps {
  patient: { id: string; recordNumber: string };
  value: Indication;
  codes: readonly Icd10Entry[];
  onChange(value: Indication): void;
}

function IndicationFields({ patient, value, codes, onChange }: IndicationFieldsProps) {
  const isListed = codes.some(({ code }) => code === value.code);
  // A code that is not bundled is shown where it was typed.
  const typed = isListed ? '' : [value.code, value.text].filter(Boolean).join(' ');
  const choose = (code: string): void => {
    const entry = codes.find((one) => one.code === code);
    if (entry) onChange({ code: entry.code, text: entry.text });
  };
  const type = (text: string): void => {
    const [first = '', ...rest] = text.split(' ');
    const code = Icd10Code.safeParse(first.toUpperCase());
    onChange(code.success ? { code: code.data, text: rest.join(' ') } : { code: null, text });
  };
  return (
    <fieldset className="flex flex-col gap-3 rounded-md border border-line p-3">
      <legend className="px-1 font-medium">
        <PatientName recordNumber={patient.recordNumber} />{' '}
        <span className="code text-ink-soft">{`MRN ${patient.recordNumber}`}</span>
      </legend>
      <div className="grid gap-3 md:grid-cols-2">
        <Field label="Indication, ICD-10-CM" filter>
          {(control) => (
            <Combobox
              {...control}
              value={isListed ? (value.code ?? '') : ''}
              placeholder="Search codes"
              options={codes.map(({ code, text }) => ({ value: code, label: `${code} ${text}` }))}
              onChange={choose}
            />
          )}
        </Field>
        <Field label="Or another code or description" filter>
          {(control) => <TextInput {...control} maxLength={200} value={typed} onChange={type} />}
        </Field>
      </div>
    </fieldset>
  );
}

const EMPTY: Indication = { code: null, text: '' };

function useAttestation({ draft, operations }: StepProps) {
  const { attestation } = draft;
  const [indications, setIndications] = useState<Readonly<Record<string, Indication>>>({});
  const [statements, setStatements] = useState<readonly StatementName[]>([]);
  const [signedName, setSignedName] = useState('');
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const indicationFor = (id: string): Indication =>
    indications[id] ?? (attestation && indicationOf(attestation, id)) ?? EMPTY;
  const sign = async (patientIds: readonly string[]): Promise<void> => {
    const form = Form.safeParse({
      indications: Object.fromEntries(patientIds.map((id) => [id, indicationFor(id)])),
      statements,
      statementVersion: STATEMENT_VERSION,
      signedName,
    });
    if (!form.success) {
      setProblem(form.error.issues[0]?.message ?? null);
      return;
    }
    setBusy(true);
    try {
      await operations.signAttestation(form.data);
      setProblem(null);
      setStatements([]);
      setSignedName('');
      toast.success('Signed');
    } catch (error) {
      setProblem(errorText(error));
    }
    setBusy(false);
  };
  return {
    ...{ indicationFor, statements, setStatements, signedName, setSignedName, busy, problem, sign },
    setIndication: (id: string, value: Indication) => setIndications({ ...indications, [id]: value }),
  };
}

/** Indication of each patient, and the signature under consent and medical necessity of a clinical order. */
export function AttestationForm(props: StepProps) {
  const { draft, isVisited } = props;
  const codes = useCodes();
  const form = useAttestation(props);
  const name = useSession().session?.user.name ?? '';
  const patients = patientsOf(draft);
  const missing = problemsAt(draft, 'data-use').find(({ field }) => field === 'attestation');
  const { attestation } = draft;
  if (patients.length === 0)
    return (
      <Notice tone="info" title="Consent and medical necessity">
        <p>Enter the patients of the specimens first.</p>
      </Notice>
    );
  return (
    <section aria-labelledby="attestation" className="flex flex-col gap-4">
      <h3 id="attestation" className="font-semibold">
        Consent and medical necessity
      </h3>
      {attestation && !missing && (
        <Notice tone="success" title={`Signed by ${attestation.signedName}`}>
          <p>
            <Time value={attestation.signedAt} />. Sign again to change an indication.
          </p>
        </Notice>
      )}
      {missing && (isVisited || attestation) && <Notice tone="warning" title={missing.message} />}
      {patients.map((patient) => (
        <IndicationFields
          key={patient.id}
          {...{ patient, codes }}
          value={form.indicationFor(patient.id)}
          onChange={(value) => form.setIndication(patient.id, value)}
        />
      ))}
      {STATEMENT_NAMES.map((statement) => (
        <Checkbox
          key={statement}
          label={STATEMENTS[statement]}
          value={form.statements.includes(statement)}
          onChange={(on) =>
            form.setStatements([
              ...form.statements.filter((one) => one !== statement),
              ...(on ? [statement] : []),
            ])
          }
        />
      ))}
      <Field label="Signature" required hint={`Type your name: ${name}`}>
        {(control) => (
          <TextInput {...control} maxLength={200} value={form.signedName} onChange={form.setSignedName} />
        )}
      </Field>
      {form.problem && <Notice tone="danger" title={form.problem} />}
      <div>
        <Button icon={PenLine} busy={form.busy} onClick={() => void form.sign(patients.map(({ id }) => id))}>
          Sign statement
        </Button>
      </div>
    </section>
  );
}
