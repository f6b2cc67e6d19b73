import { useEffect, useState } from 'react';
import { readProcedureFile } from '#db/api/protocols/procedure-files.ts';
import { AppError } from '#db/errors/app-error.ts';
import { MESSAGES } from '#db/errors/messages.ts';
import { callUrl } from '#pwa/api/call.ts';
import { failureOf } from '#pwa/api/client.ts';
import { requireOwnSession } from '#pwa/api/session-gate.ts';
import { createFileCache } from './file-cache.ts';

/** The cache of pictures of steps and SOP files; the bytes of an id never change. */
const PROCEDURE_FILES_CACHE = 'procedure-files';
const NOT_HERE = 'Not on this device yet. Connect to load it.';

const addressOf = (fileId: string): string => callUrl(readProcedureFile, { params: { id: fileId } });

/** Browsers store files for pages of a secure origin only. */
const canStoreFiles = (): boolean => 'caches' in globalThis;

const filesOf = (fileIds: readonly string[]) =>
  createFileCache(PROCEDURE_FILES_CACHE, fileIds.map(addressOf), globalThis.caches);

/** Store the files on this device for work without a network, and delete those that nothing refers to. */
export async function storeProcedureFiles(fileIds: readonly string[]): Promise<boolean> {
  if (!canStoreFiles()) return false;
  const files = filesOf(fileIds);
  if (fileIds.length === 0 && !(await files.isRequested())) return true;
  const isComplete = await files.fill();
  await files.removeOutdated();
  return isComplete;
}

/** Delete the files of this device. */
export async function forgetProcedureFiles(): Promise<void> {
  if (canStoreFiles()) await globalThis.caches.delete(PROCEDURE_FILES_CACHE);
}

/** Load a picture of a step or an SOP file: from this device, else from the server. */
export async function loadProcedureFile(fileId: string): Promise<Blob> {
  const address = addressOf(fileId);
  const cachedFile = canStoreFiles()
    ? await filesOf([fileId]).find(new Request(new URL(address, location.href)))
    : undefined;
  if (cachedFile) return cachedFile.blob();
  await requireOwnSession(address);
  const response = await fetch(address, { credentials: 'same-origin' }).catch(() => {
    throw new AppError('UNAVAILABLE', NOT_HERE);
  });
  if (response.ok) return response.blob();
  throw failureOf(response.status, await response.json().catch(() => undefined));
}

/** Open a file in a tab of the browser; throws an error for the user when it cannot be loaded. */
export async function openProcedureFile(fileId: string): Promise<void> {
  // A tab that opens after the load would be blocked.
  const tab = window.open('', '_blank');
  try {
    const address = URL.createObjectURL(await loadProcedureFile(fileId));
    if (tab) tab.location.href = address;
    else location.href = address;
  } catch (error) {
    tab?.close();
    throw error;
  }
}

interface LoadedFile {
  /** The address of the bytes on this page; null while they are loaded, and without them. */
  url: string | null;
  problem: string | null;
}

const LOADING: LoadedFile = { url: null, problem: null };

/** Load a file for this page. */
export function useProcedureFile(fileId: string): LoadedFile {
  const [loaded, setLoaded] = useState<LoadedFile & { fileId: string }>({ ...LOADING, fileId });
  useEffect(() => {
    let isStopped = false;
    let url: string | null = null;
    loadProcedureFile(fileId).then(
      (bytes) => {
        if (isStopped) return;
        url = URL.createObjectURL(bytes);
        setLoaded({ fileId, url, problem: null });
      },
      (error: unknown) => {
        if (isStopped) return;
        const problem = error instanceof AppError ? error.message : MESSAGES.unknownError;
        setLoaded({ fileId, url: null, problem });
      },
    );
    return () => {
      isStopped = true;
      if (url !== null) URL.revokeObjectURL(url);
    };
  }, [fileId]);
  return loaded.fileId === fileId ? loaded : LOADING;
}
