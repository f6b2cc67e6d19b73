import { DOCUMENT_EXTENSIONS, UPLOAD_EXTENSIONS } from '#db/values/file-name.ts';
import { MAX_DOCUMENT_SIZE } from './document-rules.ts';
import type { FileSubtype } from './file-subtype.ts';
import { isData } from './result-files.ts';

/** 5 GB. */
export const MAX_DATA_FILE_SIZE = 5_000_000_000;
/** Size of one part of a file that is sent in parts, in bytes; the last part is the remainder. */
export const PART_SIZE = 8_000_000;

/** Return the allowed extensions and the size limit of a kind of file. */
export const fileLimits = (
  subType: FileSubtype | null,
): { extensions: readonly string[]; largest: number; tooLarge: string } =>
  isData(subType)
    ? {
        extensions: UPLOAD_EXTENSIONS,
        largest: MAX_DATA_FILE_SIZE,
        tooLarge: 'The file is larger than 5 GB. Split it, or pack it, and upload the pieces.',
      }
    : {
        extensions: DOCUMENT_EXTENSIONS,
        largest: MAX_DOCUMENT_SIZE,
        tooLarge: 'The file is larger than 50 MB. Choose a smaller one.',
      };

/**
 * Return how many parts of a file are sent at once (specification 9): one of a POD5 file, three of any other.
 */
export const partsAtOnce = (subType: FileSubtype | null): number => (subType === 'POD5' ? 1 : 3);

/** Count the parts of a file of this size. */
export const partsOf = (size: number, partSize: number): number => Math.ceil(size / partSize);
