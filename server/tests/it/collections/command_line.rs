//! `--collection` of the commands.

use super::MILL;
use crate::running::binary;

#[test]
fn the_command_line_takes_a_collection() {
    let dir = tempfile::tempdir().unwrap();
    let (file, claims) = (dir.path().join("mill.txt"), dir.path().join("claims.txt"));
    std::fs::write(&file, MILL).unwrap();
    std::fs::write(&claims, "The Paper Mill was built in 1874.\n").unwrap();
    let data = dir.path().join("data");
    let run = |args: &[&str]| {
        let mut command = binary();
        command.args(args).arg("--data-dir").arg(&data);
        let output = command.output().unwrap();
        let said = String::from_utf8_lossy(&output.stderr).into_owned()
            + &String::from_utf8_lossy(&output.stdout);
        (output.status.code(), said)
    };
    let file = file.to_str().unwrap();
    let (code, said) = run(&["ingest", file, "--collection", "Mills"]);
    assert_eq!(code, Some(0), "{said}");
    assert!(said.contains("“Mills” is new"), "{said}");
    let question = "When was the Paper Mill built?";
    let (code, said) = run(&["ask", question, "--collection", "mills"]);
    assert!(code == Some(0) && said.contains("1874"), "{said}");
    let (code, said) = run(&["ask", question]);
    assert!(code == Some(1) && !said.contains("1874"), "{said}");
    let claims = claims.to_str().unwrap();
    let (code, said) = run(&["verify", "--claims", claims, "--collection", "Mills"]);
    assert_eq!(code, Some(0), "{said}");
    let (code, said) = run(&["verify", "--claims", claims, "--collection", "none"]);
    assert!(code == Some(2) && said.contains("Default, Mills"), "{said}");
}
