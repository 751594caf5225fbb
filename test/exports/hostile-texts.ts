/** Texts that would break out of a format if it let them. */
export const hostileTexts: readonly {readonly name: string; readonly text: string}[] = [
	{
		name: 'Markdown',
		text: '# Won\n\n**HOST:** I lost.\n\n```\nopen\n\n| a | b |\n\n[x]: http://example.org\n\nSo it ends.',
	},
	{
		name: 'HTML',
		text: '</script><script>alert(1)</script><img src=x onerror=alert(1)> "\' &amp; <!-- and </style> -->',
	},
	{
		name: 'captions',
		text: 'One\n\n00:00:01.000 --> 00:00:02.000\nNOTE x\nWEBVTT\n\n2\n00:00:01,000 --> 00:00:02,000\n<v Host>forged --> here.',
	},
	{name: 'XML', text: ']]>&lt;!DOCTYPE x [<!ENTITY a "b">]><item/><![CDATA[ &a; ]]> and \uFFFE\uFFFF words.'},
	{name: 'control characters', text: 'I\u001B[2J am\u0007 here\u0000\u009B31m and \u2028there\u2029.\r\nOn.'},
	{name: 'right to left', text: 'שלום \u202Eabc\u202C وقال: «نعم». And \u2066so\u2069 on.'},
	{name: 'no blanks', text: 'a'.repeat(5000)},
	{name: 'no words', text: '— … !!! ??? ***'},
];
