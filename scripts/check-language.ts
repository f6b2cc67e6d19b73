import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { findLanguageProblems } from './language/find-language-problems.ts';

const root = process.argv[2] ?? fileURLToPath(new URL('..', import.meta.url));
const { files, problems } = findLanguageProblems(path.resolve(root));
for (const problem of problems) console.error(problem);
console.log(`${files} files, ${problems.length} problems`);
process.exitCode = problems.length > 0 ? 1 : 0;
