/** How grave a point is, the gravest first. Free of schemas, which take long to load: the first frame needs them. */
export const severities = ['blocker', 'major', 'minor', 'note'] as const;
