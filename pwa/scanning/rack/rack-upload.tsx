import { type ChangeEvent, useId, useState } from 'react';
import type { GridSize } from '#db/values/box-position.ts';
import { openDecoder } from '#pwa/scanning/camera/decoder.ts';
import type { Pixels } from '#pwa/scanning/camera/read-symbols.ts';
import { Notice } from '#pwa/ui/notice.tsx';
import type { RackReading } from './file/read-rack-file.ts';
import type { RackPicture } from './rack-image.ts';
import type { RackOrientation } from './rack-lattice.ts';

/** Larger pictures are reduced before decoding: 600 dpi over a rack is 10 megapixels. */
const MOST_PIXELS = 24_000_000;

/** Read the pixels of a chosen picture file; errors tell the user what to do. */
async function pixelsOfFile(file: Blob): Promise<Pixels> {
  const bitmap = await createImageBitmap(file).catch(() => {
    throw new Error('This file is not a picture. Choose a PNG or JPEG.');
  });
  const factor = Math.min(1, Math.sqrt(MOST_PIXELS / (bitmap.width * bitmap.height)));
  const canvas = document.createElement('canvas');
  canvas.width = Math.round(bitmap.width * factor);
  canvas.height = Math.round(bitmap.height * factor);
  const context = canvas.getContext('2d', { willReadFrequently: true });
  if (!context) throw new Error('This browser cannot read pictures. Use a rack file.');
  context.drawImage(bitmap, 0, 0, canvas.width, canvas.height);
  bitmap.close();
  return context.getImageData(0, 0, canvas.width, canvas.height);
}

export interface RackUploadProps {
  /** Rows and columns of the container that was scanned. */
  size: GridSize;
  /** The field stays disabled until the result is processed; it also shows an error of that. */
  onRead(reading: RackReading, fileName: string): void | Promise<void>;
}

/** Format the content of a picture in the same words as a reader's file. */
function readingOfPicture({ rows, outsideCodes, problem }: RackPicture): RackReading {
  const unread = rows
    .map((row, index) => ({ row, line: index + 1 }))
    .filter(({ row }) => row.read === 'NO_READ')
    .map(({ row, line }) => ({
      line,
      position: row.position,
      message: `Position ${row.position}: The tube could not be read. Scan it by hand or leave it as it was.`,
    }));
  return {
    rackBarcode: outsideCodes[0] ?? null,
    rows,
    errors: problem === null ? [] : [{ line: 0, position: '', message: problem }],
    warnings: unread,
    dialect: null,
  };
}

const readPicture = async (
  file: File,
  size: GridSize,
  orientation: RackOrientation,
): Promise<RackReading> => {
  const decoder = openDecoder();
  try {
    return readingOfPicture(await decoder.readRack(await pixelsOfFile(file), { rack: size, orientation }));
  } finally {
    decoder.close();
  }
};

/** The code that reads files is loaded with the first file: most users who move tubes never choose one. */
const readFile = async (file: File, size: GridSize): Promise<RackReading> => {
  const { readRackFile } = await import('./file/read-rack-file.ts');
  return readRackFile(new Uint8Array(await file.arrayBuffer()), size);
};

const TURNS = [0, 90, 180, 270] as const;

const OrientationChoice = ({
  value,
  onChange,
}: {
  value: RackOrientation;
  onChange(to: RackOrientation): void;
}) => (
  <fieldset className="min-w-0">
    <legend className="font-medium">How the picture was taken</legend>
    <div className="flex flex-wrap items-center gap-x-3">
      <label className="flex min-h-11 items-center gap-2">
        <input
          type="checkbox"
          checked={value.mirrored}
          onChange={(event) => onChange({ ...value, mirrored: event.target.checked })}
          className="size-5"
        />
        From below (mirrored)
      </label>
      <label className="flex items-center gap-2">
        Turn
        <select
          value={value.rotation}
          onChange={(event) =>
            onChange({
              ...value,
              rotation: TURNS.find((degrees) => degrees === Number(event.target.value)) ?? 0,
            })
          }
          className="min-h-11 rounded-md border border-line-strong bg-surface px-2"
        >
          {TURNS.map((degrees) => (
            <option key={degrees} value={degrees}>
              {degrees}°
            </option>
          ))}
        </select>
      </label>
    </div>
  </fieldset>
);

/**
 * A field for a rack reader's file or a picture of the whole rack; it reports the content of each position.
 */
export function RackUpload({ size, onRead }: RackUploadProps) {
  const id = useId();
  const [orientation, setOrientation] = useState<RackOrientation>({ mirrored: true, rotation: 0 });
  const [busy, setBusy] = useState(false);
  const [problemText, setProblemText] = useState<string | null>(null);

  const read = async (file: File): Promise<void> => {
    setProblemText(null);
    setBusy(true);
    try {
      const isPicture = file.type.startsWith('image/');
      const reading = isPicture ? await readPicture(file, size, orientation) : await readFile(file, size);
      await onRead(reading, file.name);
    } catch (error) {
      setProblemText(error instanceof Error ? error.message : 'The file could not be read. Choose it again.');
    } finally {
      setBusy(false);
    }
  };
  const onChange = (event: ChangeEvent<HTMLInputElement>): void => {
    const [file] = event.target.files ?? [];
    event.target.value = '';
    if (file) void read(file);
  };

  return (
    <div className="grid min-w-0 grid-cols-[minmax(0,1fr)] gap-3">
      <label htmlFor={id} className="font-medium">
        Rack file or picture of the rack
      </label>
      <input
        id={id}
        type="file"
        accept=".csv,.txt,.tsv,.xlsx,text/csv,image/png,image/jpeg"
        disabled={busy}
        onChange={onChange}
        // The result shows the name of the file; the native "no file chosen" next to it would be wrong.
        className="min-h-11 w-full text-transparent file:text-ink"
      />
      <OrientationChoice value={orientation} onChange={setOrientation} />
      <p aria-live="polite">{busy ? 'Reading…' : ''}</p>
      {problemText !== null && <Notice tone="danger" title={problemText} />}
    </div>
  );
}
