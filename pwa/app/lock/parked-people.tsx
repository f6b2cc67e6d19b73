import { LogIn } from 'lucide-react';
import { useCallback, useEffect, useState } from 'react';
import { AppError } from '#db/errors/app-error.ts';
import { MESSAGES } from '#db/errors/messages.ts';
import { sessionWatch, useSession } from '#pwa/replica/session/session.ts';
import { type ParkedPerson, readParkedPeople } from '#pwa/replica/session/session-store.ts';
import { resumeSession, signOutParked } from '#pwa/replica/session/shared-device.ts';
import { Avatar } from '#pwa/ui/avatar.tsx';
import { Button } from '#pwa/ui/button.tsx';
import { Field } from '#pwa/ui/form/field.tsx';
import { PinInput } from '#pwa/ui/form/pin-input.tsx';
import { Notice } from '#pwa/ui/notice.tsx';
import { recordAbsence, recordPresence } from './idle-lock.ts';

const PIN_LENGTH = 6;

/** List the users whose sessions wait on this device; empty until they are read. */
function useParkedPeople() {
  const [parkedPeople, setFound] = useState<readonly ParkedPerson[]>([]);
  const own = useSession().session?.user.userCompanyId;
  const reload = useCallback(async () => {
    setFound((await readParkedPeople()).toSorted((a, b) => a.name.localeCompare(b.name)));
  }, []);
  // oxlint-disable-next-line react/set-state-in-effect -- set after reading, not at once
  useEffect(() => void reload().catch(() => undefined), [reload]);
  // A user who returned offline still waits on the server, but is present here.
  return { people: parkedPeople.filter(({ userCompanyId }) => userCompanyId !== own), reload };
}

interface ParkedPeopleProps {
  /** Called when the user's session is open again. */
  onResumed(): void;
}

/** A list of the other users signed in on this device; each continues with two taps and the PIN. */
export function ParkedPeople({ onResumed }: ParkedPeopleProps) {
  const { people, reload } = useParkedPeople();
  const [selected, setChosen] = useState<ParkedPerson | null>(null);
  if (people.length === 0) return null;
  return (
    <section aria-label="Also signed in on this device" className="flex flex-col gap-2">
      <h2 className="font-medium text-sm">Also signed in on this device</h2>
      <ul className="flex flex-col gap-2">
        {people.map((person) => (
          <li key={person.userCompanyId}>
            {selected === person ? (
              <ResumeForm
                person={person}
                onResumed={onResumed}
                onSignedOut={() => {
                  setChosen(null);
                  void reload();
                }}
              />
            ) : (
              <button
                type="button"
                onClick={() => setChosen(person)}
                className="flex min-h-11 w-full items-center gap-3 rounded-md border border-line px-3 py-1.5 text-left hover:bg-hover"
              >
                <Avatar name={person.name} email={person.email} size={28} />
                <span className="min-w-0 truncate">{person.name}</span>
              </button>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}

function ResumeForm(props: ParkedPeopleProps & { person: ParkedPerson; onSignedOut(): void }) {
  const { person, onResumed, onSignedOut } = props;
  const [pin, setPin] = useState('');
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<AppError | null>(null);
  const attempt = async (work: () => Promise<void>, done: () => void): Promise<void> => {
    setBusy(true);
    setProblem(null);
    try {
      await work();
      done();
    } catch (error) {
      setProblem(error instanceof AppError ? error : new AppError('INTERNAL', MESSAGES.unknownError));
    } finally {
      setPin('');
      setBusy(false);
    }
  };
  const resume = (enteredPin: string): Promise<void> => {
    const before = sessionWatch().state.value.session?.user.userCompanyId;
    const accepted = () => {
      if (before !== undefined) recordAbsence(before);
      recordPresence(person.userCompanyId);
    };
    return attempt(() => resumeSession(person, enteredPin, accepted), onResumed);
  };
  const change = (enteredPin: string): void => {
    setPin(enteredPin);
    if (enteredPin.length === PIN_LENGTH && !busy) void resume(enteredPin);
  };
  return (
    <form
      noValidate
      className="flex flex-col gap-3 rounded-md border border-line p-3"
      onSubmit={(event) => {
        event.preventDefault();
        if (pin.length === PIN_LENGTH && !busy) void resume(pin);
      }}
    >
      {problem && <Notice tone="danger" title={problem.message} />}
      <Field label={`PIN of ${person.name}`} required>
        {(control) => <PinInput {...control} value={pin} onChange={change} />}
      </Field>
      <div className="flex flex-wrap gap-2">
        <Button type="submit" icon={LogIn} variant="primary" busy={busy} disabled={pin.length < PIN_LENGTH}>
          Continue
        </Button>
        <Button disabled={busy} onClick={() => void attempt(() => signOutParked(person), onSignedOut)}>
          Sign out {person.name.split(' ')[0]}
        </Button>
      </div>
    </form>
  );
}
