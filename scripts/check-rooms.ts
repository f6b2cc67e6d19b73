import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { findRoomProblems } from './room-problems.ts';
import { listSourceFiles } from './source-files.ts';
import { findStructureProblems } from './structure-problems.ts';

const root = path.resolve(process.argv[2] ?? fileURLToPath(new URL('..', import.meta.url)));
const { files, problems } = findRoomProblems(root);
problems.push(...findStructureProblems(root, listSourceFiles(root)));
for (const problem of problems) console.error(problem);
console.log(`${files} files, ${problems.length} problems`);
process.exitCode = problems.length > 0 ? 1 : 0;
