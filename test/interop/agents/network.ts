/** Variables of this machine without which npm does not reach its registry: proxies, certificates, npm's own settings. */
export const network: Readonly<Record<string, string>> = Object.fromEntries(
	Object.entries(process.env).flatMap(([name, value]) =>
		value !== undefined && /^(?:node_extra_ca_certs|ssl_cert_\w+|\w+_proxy|npm_config_\w+)$/iu.test(name)
			? [[name, value]]
			: [],
	),
);
