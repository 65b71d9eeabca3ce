// Runs before the other scripts, in a form that every Node reads: an old one would only complain about ".ts".
const [major = 0, minor = 0] = process.versions.node.split(".").map(Number);
if (major < 22 || (major === 22 && minor < 19)) {
	process.stderr.write(
		`Sightline needs Node 22.19 or newer; this is ${process.version}.\nRun "npm ci" (it brings Node 24 for these scripts) and start them with "npm run".\n`,
	);
	process.exitCode = 1;
}
