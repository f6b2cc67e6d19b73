import type { Readable } from 'node:stream';

/** What the store must know of a file to write an address for it. */
export interface FileAddress {
  id: string;
  key: string;
  /** Who may use the address; it is of no use to anybody else. */
  userId: string;
}

/** Where bytes are kept. Addresses work for a few minutes, for one person and one file. */
export interface FileStore {
  /** An address that takes the file by one PUT. */
  putUrl(file: FileAddress, now: Date): string;
  /** An address that gives the file. */
  getUrl(file: FileAddress, now: Date): string;
  /**
   * Takes over a file that lies at a place on the server's disk; false when there is something under the key already,
   * which stays as it is.
   */
  keep(key: string, place: string, type: string): Promise<boolean>;
  write(key: string, bytes: Buffer): Promise<void>;
  /** The bytes, or a piece of them: both ends count. */
  read(key: string, piece?: { start: number; end: number }): Promise<Readable>;
  /** An address outside this server that gives the file under its name for a minute; null when the server gives it itself. */
  directUrl(key: string, title: string): Promise<string | null>;
  remove(key: string): Promise<void>;
}
