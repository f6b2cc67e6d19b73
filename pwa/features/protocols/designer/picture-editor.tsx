import { ArrowDown, ArrowUp, Trash2 } from 'lucide-react';
import { saveProcedureFile } from '#db/api/protocols/procedure-files.ts';
import { AppError } from '#db/errors/app-error.ts';
import { MESSAGES } from '#db/errors/messages.ts';
import { MAX_PICTURES, type StepPicture } from '#db/protocols/section.ts';
import { errorText } from '#pwa/api/error-text.ts';
import { useCallMutation } from '#pwa/api/use-call.ts';
import { useProcedureFile } from '#pwa/app/procedure-files.ts';
import { toast } from '#pwa/ui/dialog/toast.tsx';
import { ChoosePicture } from '#pwa/ui/files/choose-picture.tsx';
import { scaleJpeg } from '#pwa/ui/files/draw-jpeg.ts';
import { IconButton } from '#pwa/ui/icon-button.tsx';
import { TextSetting } from './setting-inputs.tsx';

/** In pixels; text in a screenshot stays readable when a picture is enlarged. */
const LONGEST_SIDE = 1_600;
const QUALITY = 0.85;

const unreadable = () =>
  new AppError(
    'VALIDATION',
    'This file is not a picture that can be shown. Choose a PNG, JPEG or WebP file.',
  );

/** Redraw a picture as a JPEG, which drops metadata such as location and camera. */
async function toJpeg(file: Blob): Promise<Blob> {
  const picture = await createImageBitmap(file).catch(() => {
    throw unreadable();
  });
  const jpeg = await scaleJpeg(picture, LONGEST_SIDE, QUALITY);
  if (!jpeg) throw unreadable();
  return jpeg;
}

interface PictureRowProps {
  picture: StepPicture;
  number: number;
  isFirst: boolean;
  isLast: boolean;
  onDescribe(altText: string): void;
  onMove(by: -1 | 1): void;
  onRemove(): void;
}

function PictureRow({ picture, number, isFirst, isLast, onDescribe, onMove, onRemove }: PictureRowProps) {
  const { url, problem } = useProcedureFile(picture.fileId);
  return (
    <li className="flex flex-wrap items-start gap-3 border-line border-t py-3">
      <span className="grid h-20 w-28 shrink-0 place-items-center overflow-hidden rounded-md border border-line bg-canvas text-center text-ink-soft text-sm">
        {url === null ? problem : <img src={url} alt="" className="max-h-20 max-w-28 object-contain" />}
      </span>
      <div className="min-w-48 flex-1">
        <TextSetting
          label={`Description of picture ${number}`}
          hint="Read aloud in place of the picture."
          required
          maxLength={300}
          value={picture.altText}
          onChange={onDescribe}
        />
      </div>
      <div className="flex">
        <IconButton
          icon={ArrowUp}
          label={`Move picture ${number} up`}
          disabled={isFirst}
          onClick={() => onMove(-1)}
        />
        <IconButton
          icon={ArrowDown}
          label={`Move picture ${number} down`}
          disabled={isLast}
          onClick={() => onMove(1)}
        />
        <IconButton icon={Trash2} label={`Remove picture ${number}`} onClick={onRemove} />
      </div>
    </li>
  );
}

/** Move one item of a list by a place. */
function moved(pictures: readonly StepPicture[], at: number, by: -1 | 1): StepPicture[] {
  const next = [...pictures];
  next.splice(at + by, 0, ...next.splice(at, 1));
  return next;
}

interface PictureEditorProps {
  pictures: readonly StepPicture[];
  /** Changes the pictures that the step has when an upload ends. */
  onChange(change: (before: readonly StepPicture[]) => StepPicture[]): void;
}

/** The pictures of a step: add, describe, order, remove. */
export function PictureEditor({ pictures, onChange }: PictureEditorProps) {
  const save = useCallMutation(saveProcedureFile, { message: MESSAGES.fileNotUploaded });
  const add = async (file: File): Promise<void> => {
    try {
      const body = await toJpeg(file);
      const query = { kind: 'PICTURE' as const, title: file.name.slice(0, 255) };
      const { fileId, sha256 } = await save.mutateAsync({ query, body });
      onChange((before) => [...before, { fileId, sha256, altText: '' }]);
    } catch (error) {
      toast.error(errorText(error));
    }
  };
  return (
    <fieldset>
      <legend className="mb-2 font-medium text-sm">Pictures</legend>
      {pictures.length > 0 && (
        <ul className="mb-2">
          {pictures.map((picture, at) => (
            <PictureRow
              key={picture.fileId}
              picture={picture}
              number={at + 1}
              isFirst={at === 0}
              isLast={at === pictures.length - 1}
              onDescribe={(altText) =>
                onChange((before) =>
                  before.map((one) => (one.fileId === picture.fileId ? { ...one, altText } : one)),
                )
              }
              onMove={(by) => onChange((before) => moved(before, at, by))}
              onRemove={() => onChange((before) => before.filter(({ fileId }) => fileId !== picture.fileId))}
            />
          ))}
        </ul>
      )}
      {pictures.length < MAX_PICTURES && (
        <ChoosePicture
          types="image/png,image/jpeg,image/webp"
          another={pictures.length > 0}
          busy={save.isPending}
          onChosen={(file) => void add(file)}
        />
      )}
    </fieldset>
  );
}
