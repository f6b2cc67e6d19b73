import { BookCopy, BookPlus, Library } from 'lucide-react';
import { useState } from 'react';
import { ulid } from 'ulid';
import { z } from 'zod';
import { may } from '#db/access/grants.ts';
import { readLibrary, saveLibrarySection } from '#db/api/protocols/library-sections.ts';
import type { LibrarySection } from '#db/protocols/library/library-content.ts';
import { compareSections } from '#db/protocols/procedures/compare-procedures.ts';
import type { DraftSection } from '#db/protocols/procedures/procedure-content.ts';
import { errorText } from '#pwa/api/error-text.ts';
import { useCall, useCallMutation } from '#pwa/api/use-call.ts';
import { ContentChanges } from '#pwa/features/protocols/procedures/content-comparison.tsx';
import { countOf } from '#pwa/format/numbers.ts';
import { useSession } from '#pwa/replica/session/session.ts';
import { Button } from '#pwa/ui/button.tsx';
import { Dialog } from '#pwa/ui/dialog/dialog.tsx';
import { toast } from '#pwa/ui/dialog/toast.tsx';
import { Notice } from '#pwa/ui/notice.tsx';
import { Skeleton } from '#pwa/ui/skeleton.tsx';
import { copyLibrarySection, toLibrarySection } from './new-items.ts';

interface AddFromLibraryProps {
  sections: readonly DraftSection[];
  onAdd(section: DraftSection): void;
}

/** Adds a copy of a library section to a procedure. */
export function AddFromLibrary({ sections, onAdd }: AddFromLibraryProps) {
  const [open, setOpen] = useState(false);
  const { data, error } = useCall(readLibrary, {}, { enabled: open });
  const add = (source: LibrarySection): void => {
    setOpen(false);
    onAdd(copyLibrarySection(sections, source, ulid));
  };
  return (
    <>
      <Button icon={Library} onClick={() => setOpen(true)}>
        From the library
      </Button>
      <Dialog open={open} title="Add a section from the library" onClose={() => setOpen(false)}>
        {error ? (
          <Notice tone="danger" title={errorText(error)} />
        ) : data ? (
          <ul className="flex flex-col divide-y divide-line">
            {data.sections.length === 0 && <li>The library has no sections yet.</li>}
            {data.sections.map((one) => (
              <li key={one.content.id}>
                <button
                  type="button"
                  className="min-h-11 w-full rounded-md px-2 py-2 text-left hover:bg-hover"
                  onClick={() => add(one)}
                >
                  <span className="block font-medium">{one.content.name}</span>
                  <span className="block text-ink-soft text-sm">
                    {`${countOf(one.content.steps.length, 'step')} · copied by ${countOf(one.usedBy.length, 'version')}`}
                  </span>
                </button>
              </li>
            ))}
          </ul>
        ) : (
          <Skeleton lines={4} label="Loading the library" />
        )}
      </Dialog>
    </>
  );
}

interface LibrarySourceProps {
  section: DraftSection;
  sections: readonly DraftSection[];
  onChange(section: DraftSection): void;
}

/** The library section from which a section was copied, and what changed there since. */
export function LibrarySource({ section, sections, onChange }: LibrarySourceProps) {
  const { data } = useCall(readLibrary, {}, { enabled: section.sourceSectionId !== null });
  if (section.sourceSectionId === null) return <SaveToLibrary section={section} />;
  const source = data?.sections.find(({ content }) => content.id === section.sourceSectionId);
  if (!source || section.sourceVersion === null || source.version <= section.sourceVersion) return null;
  const otherSections = sections.filter(({ id }) => id !== section.id);
  const next = {
    ...copyLibrarySection(otherSections, source, ulid),
    id: section.id,
  };
  return (
    <Notice
      tone="info"
      title={`The library section ${source.content.name} has changed since it was copied`}
      action={
        <Button
          icon={BookCopy}
          onClick={() => {
            onChange(next);
            toast.success('Library section taken over. Undo brings the earlier one back.');
          }}
        >
          Take over
        </Button>
      }
    >
      <ContentChanges
        changes={compareSections([section], [{ ...next, sourceVersion: section.sourceVersion }])}
      />
    </Notice>
  );
}

/** Offers a section to other procedures. */
function SaveToLibrary({ section }: { section: DraftSection }) {
  const role = useSession().session?.user.role;
  const save = useCallMutation(saveLibrarySection);
  if (role === undefined || !may(role, 'lab/sections:update')) return null;
  const send = (): void => {
    const content = toLibrarySection(section, ulid);
    save.mutate(
      { body: { seenVersion: null, content: z.json().parse(content) } },
      {
        onSuccess: () => toast.success(`${section.name} is in the library`),
        onError: (error) => toast.error(errorText(error)),
      },
    );
  };
  return (
    <div>
      <Button icon={BookPlus} busy={save.isPending} onClick={send}>
        Copy to the library
      </Button>
    </div>
  );
}
