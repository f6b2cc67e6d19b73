import type { OperationDefinition } from './operation.ts';

/** Every operation of the lab, a line each. Both replicas look a name up here. */
export const OPERATION_LIST: readonly OperationDefinition[] = [];

const BY_NAME = new Map(OPERATION_LIST.map((operation) => [operation.name, operation]));

/** The operation of that name, or undefined when this version of the product does not know it. */
export const operationNamed = (name: string): OperationDefinition | undefined => BY_NAME.get(name);
