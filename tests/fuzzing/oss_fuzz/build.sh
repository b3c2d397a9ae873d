#!/bin/bash -eu
# Builds a fuzzer for each kind of input, with its seeds and its dictionary, into $OUT.

cd "$SRC/overtrick"

formats=(ber bhg csv dlm dup hrf json lin pbn rbn rzd)
packages=(render cli testing hands deal archive belote duplimate_device "${formats[@]}")

paths=(./core)
collected=(--collect-all overtrick --copy-metadata overtrick)
for package in "${packages[@]}"; do
    paths+=("./plugins/$package")
    # Archives are large: they need Arrow and DuckDB.
    [ "$package" = archive ] ||
        collected+=(--collect-all "overtrick_$package" --copy-metadata "overtrick-${package//_/-}")
done
archive=(--collect-all overtrick_archive --copy-metadata overtrick-archive)
python3 -m pip install "${paths[@]}"

seeds=$(mktemp -d)
python3 tests/fuzzing/oss_fuzz/harness.py --build "$seeds"

for name in $(python3 tests/fuzzing/oss_fuzz/harness.py --list); do
    fuzzer=fuzz_$name
    # A module has no hyphen in its name.
    cat >"tests/$fuzzer.py" <<END
import sys

from fuzzing.oss_fuzz.harness import main

# LLVMFuzzerTestOneInput is Fuzzer.TestOneInput there.
main("$name", sys.argv[1:])
END
    case $name in
        parquet | question) more=("${archive[@]}") ;;
        *) more=(--exclude-module overtrick_archive) ;;
    esac
    compile_python_fuzzer "tests/$fuzzer.py" --paths tests "${collected[@]}" "${more[@]}"
    (cd "$seeds/${fuzzer}_seed_corpus" && zip -q -r "$OUT/${fuzzer}_seed_corpus.zip" .)
    cp "$seeds/$fuzzer.dict" "$OUT/"
done
