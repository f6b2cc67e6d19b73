/** The label of each phase of a run, and whether a person has to act (`ProtocolPhase` of minknow_api). */
export const RUN_PHASES: Readonly<Record<string, { label: string; needsAction: boolean }>> = {
  PHASE_UNKNOWN: { label: 'Not reported', needsAction: false },
  PHASE_INITIALISING: { label: 'Starting', needsAction: false },
  PHASE_SEQUENCING: { label: 'Sequencing', needsAction: false },
  PHASE_PREPARING_FOR_MUX_SCAN: { label: 'Preparing a pore scan', needsAction: false },
  PHASE_MUX_SCAN: { label: 'Pore scan', needsAction: false },
  PHASE_PAUSED: { label: 'Paused', needsAction: true },
  PHASE_PAUSING: { label: 'Pausing', needsAction: false },
  PHASE_RESUMING: { label: 'Resuming', needsAction: false },
  PHASE_BAD_TEMPERATURE_AUTOMATIC_PAUSE: { label: 'Paused: temperature', needsAction: true },
  PHASE_COMPLETED: { label: 'Ended', needsAction: false },
  PHASE_FLOWCELL_DISCONNECT_AUTOMATIC_PAUSE: { label: 'Paused: no flow cell', needsAction: true },
  PHASE_FLOWCELL_MISMATCH_AUTOMATIC_PAUSE: { label: 'Paused: another flow cell', needsAction: true },
  PHASE_DEVICE_ERROR_AUTOMATIC_PAUSE: { label: 'Paused: device error', needsAction: true },
  PHASE_LOW_DISK_SPACE_AUTOMATIC_PAUSE: { label: 'Paused: disk almost full', needsAction: true },
};

/** Return the label of a phase; an unknown word is shown in plain letters. */
export const phaseLabel = (phase: string): string =>
  RUN_PHASES[phase]?.label ??
  phase
    .replace(/^PHASE_/, '')
    .replaceAll('_', ' ')
    .toLowerCase();
