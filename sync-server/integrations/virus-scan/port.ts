import type { Readable } from 'node:stream';

/** A file to be scanned. */
export interface ScannedFile {
  title: string;
  size: number;
  open(): Promise<Readable>;
}

/** Scans a file; throws on failure, after which the file waits for another scan. */
export interface VirusScanner {
  /** What is harmful in it, in words for people; null if nothing was found. */
  findingOf(file: ScannedFile): Promise<string | null>;
}
