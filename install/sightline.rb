class Sightline < Formula
  desc "Audit how ready a website is for search engines and AI agents"
  homepage {{home}}
  url {{address}}
  sha256 {{sha256}}
  license "Apache-2.0"

  depends_on "node"

  def install
    system "npm", "install", *std_npm_args
    bin.install_symlink libexec.glob("bin/*")
  end

  test do
    (testpath/"site/index.html").write "<!doctype html><html lang=en><title>Brewery</title><main><h1>Brewery</h1></main>"
    output = shell_output("#{bin}/sightline audit --dir site --as example.com --json")
    assert_match "\"domain\":\"example.com\"", output.delete(" ")
  end
end
