import { execFileSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";

const DAYS = ["-days", "2"];
const KEY = ["-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes"];

/**
 * Writes `authority.pem`, and `site.pem` with `site-key.pem`: one certificate for all hosts, which that authority signed.
 * Beside it a certificate of the same key for each fault, such as `expired.pem`.
 */
export function makeCertificates(place: string, hosts: readonly string[]): void {
	const file = (name: string) => join(place, name);
	const openssl = (...args: string[]) => execFileSync("openssl", args, { stdio: "pipe" });
	const authority = [
		"-keyout",
		file("authority-key.pem"),
		"-out",
		file("authority.pem"),
		"-subj",
		"/CN=Test authority",
	];
	openssl("req", "-x509", ...KEY, ...DAYS, ...authority);
	openssl("req", ...KEY, "-keyout", file("site-key.pem"), "-out", file("site.csr"), "-subj", "/CN=sites");
	writeFileSync(file("names.cnf"), `subjectAltName=${hosts.map((host) => `DNS:${host}`).join(",")}\n`);
	const signer = ["-CA", file("authority.pem"), "-CAkey", file("authority-key.pem"), "-CAcreateserial"];
	openssl(
		"x509",
		"-req",
		"-in",
		file("site.csr"),
		...signer,
		...DAYS,
		"-out",
		file("site.pem"),
		"-extfile",
		file("names.cnf"),
	);
	const names = ["-extfile", file("names.cnf")];
	const sign = (name: string, ...more: string[]) =>
		openssl("x509", "-req", "-in", file("site.csr"), ...signer, "-out", file(`${name}.pem`), ...more);
	sign("other-name", ...DAYS);
	openssl("req", "-x509", "-key", file("site-key.pem"), ...DAYS, "-subj", "/CN=sites", "-out", file("self-signed.pem"));
	// It ends a day before it begins, so it has always expired.
	sign("expired", "-days", "-1", ...names);
}
