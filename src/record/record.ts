// The dreamer's record: each verdict followed to its outcome, and how often a dreamer was right.

export {
  adviceByChoice,
  adviceByRecord,
  adviceFromElsewhere,
  adviceOnDone,
  adviceUnlessPlain,
  type DreamerRecord,
  type FollowedVerdict,
  followHome,
  followVerdicts,
  isAdviceOnly,
  isDemoted,
  linesOfRecord,
  recordOf,
  recordsOf,
} from './dreamer-record.ts';
