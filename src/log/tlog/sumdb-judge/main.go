// Sumdb-judge asks the code behind Go's checksum database what it makes of our log: golang.org/x/mod/sumdb/note opens
// the signed checkpoints, and golang.org/x/mod/sumdb/tlog grows the tree, cuts its tiles and checks every proof.
// It reads one question and writes one answer, both JSON; src/log/sumdb-judge.test.ts asks.
package main

import (
	"encoding/json"
	"log"
	"os"
	"strings"

	"golang.org/x/mod/sumdb/note"
	"golang.org/x/mod/sumdb/tlog"
)

type question struct {
	VerifierKey   string
	Checkpoints   []string
	Entries       [][]byte
	Sizes         []int64
	TilePaths     []string
	Inclusions    []inclusion
	Consistencies []consistency
}

type inclusion struct {
	Size  int64
	Root  tlog.Hash
	Index int64
	Leaf  tlog.Hash
	Proof tlog.RecordProof
}

type consistency struct {
	Newer, Older         int64
	NewerRoot, OlderRoot tlog.Hash
	Proof                tlog.TreeProof
}

type answer struct {
	// Signed heads, nil for a note that does not open.
	Heads []*head `json:"heads"`
	// The tree's root at each of the sizes.
	Roots []tlog.Hash `json:"roots"`
	// The bytes of each of the tiles, nil for a path that is none.
	Tiles      [][]byte `json:"tiles"`
	Included   []bool   `json:"included"`
	Consistent []bool   `json:"consistent"`
}

type head struct {
	Origin string    `json:"origin"`
	Size   int64     `json:"size"`
	Root   tlog.Hash `json:"root"`
}

func main() {
	var asked question
	if err := json.NewDecoder(os.Stdin).Decode(&asked); err != nil {
		log.Fatal(err)
	}
	stored, err := grow(asked.Entries)
	if err != nil {
		log.Fatal(err)
	}
	given, err := judge(asked, stored)
	if err != nil {
		log.Fatal(err)
	}
	if err := json.NewEncoder(os.Stdout).Encode(given); err != nil {
		log.Fatal(err)
	}
}

func judge(asked question, stored tlog.HashReader) (*answer, error) {
	verifier, err := note.NewVerifier(asked.VerifierKey)
	if err != nil {
		return nil, err
	}
	given := &answer{}
	for _, text := range asked.Checkpoints {
		given.Heads = append(given.Heads, open(text, note.VerifierList(verifier)))
	}
	for _, size := range asked.Sizes {
		root, err := tlog.TreeHash(size, stored)
		if err != nil {
			return nil, err
		}
		given.Roots = append(given.Roots, root)
	}
	for _, path := range asked.TilePaths {
		given.Tiles = append(given.Tiles, cut(path, stored))
	}
	for _, p := range asked.Inclusions {
		given.Included = append(given.Included, tlog.CheckRecord(p.Proof, p.Size, p.Root, p.Index, p.Leaf) == nil)
	}
	for _, p := range asked.Consistencies {
		verdict := tlog.CheckTree(p.Proof, p.Newer, p.NewerRoot, p.Older, p.OlderRoot)
		given.Consistent = append(given.Consistent, verdict == nil)
	}
	return given, nil
}

// grow stores the hashes of the whole tree.
func grow(entries [][]byte) (tlog.HashReader, error) {
	var hashes []tlog.Hash
	reader := tlog.HashReaderFunc(func(indexes []int64) ([]tlog.Hash, error) {
		read := make([]tlog.Hash, len(indexes))
		for i, index := range indexes {
			read[i] = hashes[index]
		}
		return read, nil
	})
	for i, entry := range entries {
		added, err := tlog.StoredHashes(int64(i), entry, reader)
		if err != nil {
			return nil, err
		}
		hashes = append(hashes, added...)
	}
	return reader, nil
}

func open(text string, known note.Verifiers) *head {
	opened, err := note.Open([]byte(text), known)
	if err != nil {
		return nil
	}
	// The checksum database's own checkpoints differ in their first line alone.
	origin, lines, _ := strings.Cut(opened.Text, "\n")
	tree, err := tlog.ParseTree([]byte("go.sum database tree\n" + lines))
	if err != nil {
		return nil
	}
	return &head{origin, tree.N, tree.Hash}
}

// cut makes the tile of a path. The checksum database's own paths name the height of the tiles as well.
func cut(path string, stored tlog.HashReader) []byte {
	tile, err := tlog.ParseTilePath(strings.Replace(path, "tile/", "tile/8/", 1))
	if err != nil {
		return nil
	}
	data, err := tlog.ReadTileData(tile, stored)
	if err != nil {
		return nil
	}
	return data
}
