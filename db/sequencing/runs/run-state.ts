import { z } from 'zod';
import type { StatusDisplay } from '#db/values/tone.ts';

/** The status of a sequencer run (specification section 4). */
const RUN_STATUSES = [
  'IN_PROGRESS',
  'PROTOCOL_COMPLETED',
  'PROTOCOL_FINISHED_WITH_DEVICE_ERROR',
  'PROTOCOL_STOPPED_BY_USER',
  'PROTOCOL_FINISHED_WITH_ERROR_NO_DISK_SPACE',
] as const;
export const RunStatus = z.enum(RUN_STATUSES);
export type RunStatus = z.infer<typeof RunStatus>;

/** The label and tone of each run status. */
export const RUN_STATUS_DISPLAY: Record<RunStatus, StatusDisplay & { icon: string }> = {
  IN_PROGRESS: { label: 'In progress', rank: 0, tone: 'active', icon: 'circle-play' },
  PROTOCOL_COMPLETED: { label: 'Completed', rank: 1, tone: 'good', icon: 'circle-check' },
  PROTOCOL_STOPPED_BY_USER: { label: 'Stopped by user', rank: 2, tone: 'warning', icon: 'circle-stop' },
  PROTOCOL_FINISHED_WITH_ERROR_NO_DISK_SPACE: {
    label: 'Disk full',
    rank: 3,
    tone: 'bad',
    icon: 'hard-drive',
  },
  PROTOCOL_FINISHED_WITH_DEVICE_ERROR: { label: 'Device error', rank: 4, tone: 'bad', icon: 'circle-x' },
};

/**
 * How much a run with a state may have written: `none` means that nothing was sequenced and the flow cell was
 * not used.
 */
type RunData = 'none' | 'partial' | 'growing' | 'complete';

/** What a state of MinKNOW means here: the status, whether the run has ended, and what to do next. */
export interface RunState {
  status: RunStatus;
  hasEnded: boolean;
  data: RunData;
  /** What happened, in one sentence. */
  explanation: string;
  /** What the lab does next, in one sentence. */
  nextStep: string;
  /** The word was not known; the status is a careful reading of it. */
  isUnknown: boolean;
}

type KnownState = Omit<RunState, 'isUnknown' | 'hasEnded'>;

const running = (explanation: string, nextStep: string): KnownState => ({
  status: 'IN_PROGRESS',
  data: 'growing',
  explanation,
  nextStep,
});

const deviceError = (data: RunData, explanation: string, nextStep: string): KnownState => ({
  status: 'PROTOCOL_FINISHED_WITH_DEVICE_ERROR',
  data,
  explanation,
  nextStep,
});

const RETRY_NOT_USED = 'Nothing was sequenced. Mend the cause and retry the run with the same flow cell.';
const KEEP_PARTIAL = 'The reads until then can be used. Check the yield, then accept the run or retry it.';
const REBASECALL = 'The raw data are good. Basecall them again; do not sequence again.';

/**
 * The states of a protocol run that MinKNOW reports (`ProtocolState` of minknow_api 6.4.3). The fields of a
 * sequencer run keep the word itself.
 */
export const RUN_STATES: Readonly<Record<string, KnownState>> = {
  PROTOCOL_RUNNING: running('The run is in progress.', 'Wait until it ends.'),
  PROTOCOL_WAITING_FOR_TEMPERATURE: running(
    'The instrument is warming to its temperature.',
    'Wait; sequencing starts automatically.',
  ),
  PROTOCOL_WAITING_FOR_ACQUISITION: running(
    'Sequencing has ended and basecalling is catching up.',
    'The flow cell may be taken out. Wait for the final figures.',
  ),
  PROTOCOL_COMPLETED: {
    status: 'PROTOCOL_COMPLETED',
    data: 'complete',
    explanation: 'The run ended as planned.',
    nextStep: 'Review the yields and give the verdicts.',
  },
  PROTOCOL_STOPPED_BY_USER: {
    status: 'PROTOCOL_STOPPED_BY_USER',
    data: 'partial',
    explanation: 'A person stopped the run.',
    nextStep: 'Check the yield against the target, then accept the run or top up.',
  },
  PROTOCOL_FINISHED_WITH_ERROR: deviceError(
    'partial',
    'The script of the run ended with an error.',
    KEEP_PARTIAL,
  ),
  PROTOCOL_FINISHED_WITH_DEVICE_ERROR: deviceError(
    'partial',
    'The instrument reported an error.',
    `Check the instrument. ${KEEP_PARTIAL}`,
  ),
  PROTOCOL_FINISHED_UNABLE_TO_SEND_TELEMETRY: deviceError(
    'none',
    'The run could not start because telemetry was not sent.',
    `Check the network of the instrument. ${RETRY_NOT_USED}`,
  ),
  PROTOCOL_FINISHED_WITH_FLOW_CELL_DISCONNECT: deviceError(
    'partial',
    'The flow cell was disconnected.',
    `Seat the flow cell and check it. ${KEEP_PARTIAL}`,
  ),
  PROTOCOL_FINISHED_WITH_DEVICE_DISCONNECT: deviceError(
    'partial',
    'The instrument was disconnected.',
    `Check the cable and the host. ${KEEP_PARTIAL}`,
  ),
  PROTOCOL_FINISHED_WITH_ERROR_CALIBRATION: deviceError(
    'none',
    'The calibration failed.',
    `Calibrate the instrument. ${RETRY_NOT_USED}`,
  ),
  PROTOCOL_FINISHED_WITH_ERROR_BASECALL_SETTINGS: deviceError(
    'none',
    'The basecalling settings are not valid.',
    `Correct the settings. ${RETRY_NOT_USED}`,
  ),
  PROTOCOL_FINISHED_WITH_ERROR_TEMPERATURE_REQUIRED: deviceError(
    'none',
    'The required temperature was not reached.',
    `Check the cooling and the room. ${RETRY_NOT_USED}`,
  ),
  PROTOCOL_FINISHED_WITH_ERROR_NO_DISK_SPACE: {
    status: 'PROTOCOL_FINISHED_WITH_ERROR_NO_DISK_SPACE',
    data: 'partial',
    explanation: 'The disk of the instrument was full.',
    nextStep: `Free disk space before the next run. ${KEEP_PARTIAL}`,
  },
  PROTOCOL_FINISHED_WITH_ERROR_TEMPERATURE_HIGH: deviceError(
    'partial',
    'The instrument became too hot.',
    `Check the cooling. ${KEEP_PARTIAL}`,
  ),
  PROTOCOL_FINISHED_WITH_ERROR_BASECALLER_COMMUNICATION: deviceError(
    'partial',
    'The connection to the basecaller was lost.',
    REBASECALL,
  ),
  PROTOCOL_FINISHED_WITH_NO_FLOWCELL_FOR_ACQUISITION: deviceError(
    'none',
    'No flow cell was found when the run began.',
    `Insert the flow cell. ${RETRY_NOT_USED}`,
  ),
  PROTOCOL_FINISHED_WITH_ERROR_BASECALLER_UNAVAILABLE: deviceError(
    'partial',
    'The basecaller was not available.',
    REBASECALL,
  ),
};

/**
 * Interpret the state of a run as MinKNOW writes it. A missing word is the default of its protobuf files and
 * means running; an unknown word that ends a run counts as a device error, any other as in progress.
 */
export function interpretRunState(rawState: string | null | undefined): RunState {
  const raw = rawState?.trim().toUpperCase() || 'PROTOCOL_RUNNING';
  const known = Object.hasOwn(RUN_STATES, raw) ? RUN_STATES[raw] : undefined;
  if (known) return { ...known, hasEnded: known.status !== 'IN_PROGRESS', isUnknown: false };
  if (raw.includes('FINISHED'))
    return {
      ...deviceError(
        'partial',
        `The run ended with a state that is not known here: ${raw}.`,
        `Read the messages of the instrument. ${KEEP_PARTIAL}`,
      ),
      hasEnded: true,
      isUnknown: true,
    };
  return {
    ...running(
      `The instrument reports a state that is not known here: ${raw}.`,
      'Look at the instrument; the run counts as in progress.',
    ),
    hasEnded: false,
    isUnknown: true,
  };
}
