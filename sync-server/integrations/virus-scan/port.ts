import type { Readable } from 'node:stream';

/** A file as a scanner gets it. */
export interface ScannedFile {
  title: string;
  size: number;
  open(): Promise<Readable>;
}

/** Looks a file through; throws when it could not, and then the file waits to be looked at again. */
export interface VirusScanner {
  /** What is harmful in it, in words for people; null when nothing was found. */
  findingOf(file: ScannedFile): Promise<string | null>;
}
